#!/bin/sh
# Lets people open shells on this machine through the gateway. Nothing is installed: the sshd of this machine is told to
# trust certificates that the gateway makes, each for one session and five minutes.
#
#   curl -fsSL ADDRESS | sudo sh
#   curl -fsSL ADDRESS | sudo sh -s -- OPTIONS
#
#   --address HOST       where the gateway reaches this machine (default: the address this machine calls from)
#   --port PORT          its SSH port (default: the first one of sshd)
#   --sshd-config FILE   the configuration of sshd (default: /etc/ssh/sshd_config)
#   --tunnel             the gateway does not reach this machine: this machine opens a reverse tunnel to the gateway
#   --tunnel-foreground  the same for containers: at its end the script holds the tunnel and does not return
#   --insecure           do not check the certificate of the gateway
#   --uninstall          take everything back; run  sudo sh /etc/ssh/postern/host.sh --uninstall
set -eu

URL=@URL@
TOKEN=@TOKEN@
CLUSTER=@CLUSTER@
AUTHORITY=@AUTHORITY@
TUNNEL_HOST=@TUNNEL_HOST@
TUNNEL_PORT=@TUNNEL_PORT@
TUNNEL_HOST_KEY=@TUNNEL_HOST_KEY@

MARK_BEGIN='# BEGIN gateway: see host.sh --uninstall'
MARK_END='# END gateway'

ADDRESS=''
PORT=''
CONFIG=/etc/ssh/sshd_config
INSECURE=''
UNINSTALL=''
TUNNEL=''
FOREGROUND=''
TUNNEL_KEY=''
UNIT=/etc/systemd/system/postern-tunnel.service
WORK=''
CHANGED=''
NEW_KEY=''
STATUS=''
CONFIGURED=''
ADDED=''
STEP=start

say() { printf '%s\n' "$*"; }
step() {
  printf '%s\n' "- $*"
  report true "$*"
}
note() {
  printf '%s\n' "* $*"
  report false "$*"
}
fail() {
  printf 'Error: %s\n' "$*" >&2
  report false "$*"
  exit 1
}

# The page that shows the command follows the steps. A report that does not arrive changes nothing.
# Without its 0, `return` in a trap gives the status from before the trap.
report() {
  if [ -z "$TOKEN" ] || [ -n "$UNINSTALL" ] || ! command -v curl > /dev/null; then return 0; fi
  fetch --max-time 5 --output /dev/null --data-urlencode "step=$STEP" --data-urlencode "ok=$1" \
    --data-urlencode "text=$2" --data-urlencode "hostname=$(host_name)" "$URL/scripts/$TOKEN/report" 2> /dev/null || true
}

# The whole script is read before anything runs: half of one does nothing.
main() {
  read_options "$@"
  [ "$(id -u)" -eq 0 ] || fail 'This script must run as root. Run it with sudo.'
  SSHD=$(find_sshd)
  [ -f "$CONFIG" ] || fail "There is no $CONFIG. Name the configuration of sshd with --sshd-config."
  DIRECTORY=$(dirname "$CONFIG")/postern
  WORK=$(mktemp -d)
  trap leave EXIT
  trap 'exit 1' HUP INT PIPE TERM
  read_settings
  if [ -n "$UNINSTALL" ]; then
    uninstall
  else
    install
  fi
}

# Up to the answer of the gateway, nothing that this run has changed stays.
leave() {
  trap '' HUP INT PIPE TERM
  TOKEN=''
  undone=''
  if [ -z "$UNINSTALL" ] && [ "$STATUS" != 200 ] && [ -n "$CHANGED$NEW_KEY" ]; then
    undo > /dev/null
    undone=yes
  fi
  rm -rf "$WORK"
  [ -z "$undone" ] || say 'Everything that this run changed was taken back.' >&2
}

read_options() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --address | --port | --sshd-config)
        [ $# -ge 2 ] || fail "$1 requires a value."
        case "$1" in
          --address) ADDRESS=$2 ;;
          --port) PORT=$2 ;;
          *) CONFIG=$2 ;;
        esac
        shift 2
        ;;
      --tunnel) TUNNEL=yes && shift ;;
      --tunnel-foreground) TUNNEL=yes && FOREGROUND=yes && shift ;;
      --insecure) INSECURE=yes && shift ;;
      --uninstall) UNINSTALL=yes && shift ;;
      *) fail "Unknown option: $1" ;;
    esac
  done
  case "$ADDRESS" in *[!a-zA-Z0-9.:_-]*) fail "--address: $ADDRESS is not an address." ;; esac
  is_port "${PORT:-22}" || fail "--port: $PORT is not a port from 1 to 65535."
  case "$CONFIG" in /*) ;; *) CONFIG=$PWD/$CONFIG ;; esac
  # The path becomes part of scripts and of settings of sshd.
  case "$CONFIG" in *[!a-zA-Z0-9/._-]*) fail "--sshd-config: $CONFIG has characters other than letters, digits and /._-" ;; esac
}

is_port() {
  case "$1" in *[!0-9]* | 0* | ??????*) return 1 ;; esac
  [ "$1" -le 65535 ]
}

find_sshd() {
  for file in "$(command -v sshd || true)" /usr/sbin/sshd /usr/local/sbin/sshd /sbin/sshd; do
    if [ -n "$file" ] && [ -x "$file" ]; then
      printf '%s\n' "$file"
      return
    fi
  done
  fail 'This machine has no sshd. Install the OpenSSH server first.'
}

# What sshd makes of its configuration, one setting on a line, with names in lower case.
read_settings() {
  # Where systemd starts sshd for each connection, the directory is there only while one is open.
  [ "$(uname -s)" != Linux ] || [ -d /run/sshd ] || mkdir -m 755 /run/sshd
  "$SSHD" -t -f "$CONFIG" 2> "$WORK/errors" ||
    fail "sshd refuses its present configuration. Nothing was changed. It says: $(cat "$WORK/errors")"
  "$SSHD" -T -f "$CONFIG" > "$WORK/settings" 2> "$WORK/errors" ||
    fail "sshd does not show its settings. Nothing was changed. It says: $(cat "$WORK/errors")"
  TRUSTED=$(setting trustedusercakeys)
  PIDFILE=$(setting pidfile)
}

setting() { sed -n "s/^$1 //p" "$WORK/settings" | head -n 1; }

install() {
  command -v curl > /dev/null || fail 'curl is required but not installed.'
  [ "$(setting pubkeyauthentication)" = yes ] ||
    fail 'PubkeyAuthentication is off in the configuration of sshd. Certificates require it. Nothing was changed.'
  for name in authorizedprincipalsfile authorizedprincipalscommand; do
    case "$(setting "$name")" in
      '' | none) ;;
      *) fail "The configuration of sshd has $name, which decides about principals of certificates. Nothing was changed." ;;
    esac
  done
  collect_host_keys
  say "Joining the cluster $CLUSTER at $URL"
  report true "Joining the cluster $CLUSTER"
  if [ -f "$DIRECTORY/tunnel_key" ]; then TUNNEL=yes; fi
  if [ -n "$TUNNEL" ]; then prepare_tunnel; fi
  trust_gateway
  if [ -n "$TUNNEL" ]; then make_tunnel_key; fi
  register
  save_script
  if [ -n "$TUNNEL" ]; then open_tunnel; fi
  STEP=finish
  say "This machine is in the cluster $CLUSTER as $(host_name)."
  if [ -f "$DIRECTORY/host.sh" ]; then
    say "To take everything back: sudo sh $DIRECTORY/host.sh --uninstall"
  else
    say "* $DIRECTORY/host.sh could not be saved. --uninstall requires it. Run the same command again."
  fi
  report true "This machine is in the cluster $CLUSTER as $(host_name)"
  if [ -n "$FOREGROUND" ]; then
    say "Holding the reverse tunnel to $TUNNEL_HOST"
    rm -rf "$WORK"
    exec sh "$DIRECTORY/tunnel.sh"
  fi
}

# A tunnel leads to the sshd of this machine at its loopback address, and to nothing else.
prepare_tunnel() {
  STEP=tunnel
  [ -n "$TUNNEL_HOST" ] ||
    fail 'This gateway has no endpoint for reverse tunnels. Its administrator can set ssh.tunnel_listen. Nothing was changed.'
  command -v ssh > /dev/null || fail 'The OpenSSH client (ssh) is required for a reverse tunnel. Nothing was changed.'
  TARGET=$(sed -n -e 's/^listenaddress \(0\.0\.0\.0\|127\.0\.0\.1\):/127.0.0.1:/p' "$WORK/settings" | head -n 1)
  [ -n "$TARGET" ] ||
    TARGET=$(sed -n -e 's/^listenaddress \[::1\{0,1\}\]:/[::1]:/p' "$WORK/settings" | head -n 1)
  [ -n "$TARGET" ] ||
    fail 'sshd does not listen at 127.0.0.1 or ::1. A reverse tunnel requires one of them. Nothing was changed.'
}

make_tunnel_key() {
  STEP=tunnel
  if [ ! -f "$DIRECTORY/tunnel_key" ]; then
    mkdir -p "$DIRECTORY"
    NEW_KEY=yes
    rm -f "$DIRECTORY/tunnel_key.pub"
    ssh-keygen -q -t ed25519 -N '' -C '' -f "$DIRECTORY/tunnel_key" < /dev/null
    step "$DIRECTORY/tunnel_key is the new key of this machine for its reverse tunnel"
  fi
  TUNNEL_KEY=$(ssh-keygen -y -f "$DIRECTORY/tunnel_key" < /dev/null | cut -d ' ' -f 1,2)
}

open_tunnel() {
  STEP=tunnel
  printf 'gateway %s\n' "$TUNNEL_HOST_KEY" > "$WORK/tunnel_known_hosts"
  tunnel_script > "$WORK/tunnel.sh"
  renewed=''
  for file in tunnel_known_hosts tunnel.sh; do
    if ! cmp -s "$WORK/$file" "$DIRECTORY/$file"; then
      put "$WORK/$file" "$DIRECTORY/$file"
      renewed=yes
      step "$DIRECTORY/$file is new"
    fi
  done
  if [ -n "$FOREGROUND" ]; then return; fi
  if [ ! -d /run/systemd/system ]; then
    note "This machine has no systemd. Let its init system run this command, which restarts the tunnel when it breaks: sh $DIRECTORY/tunnel.sh"
    return
  fi
  tunnel_unit > "$WORK/unit"
  if ! cmp -s "$WORK/unit" "$UNIT"; then
    put "$WORK/unit" "$UNIT"
    systemctl daemon-reload
    renewed=yes
    step "$UNIT is new"
  fi
  if [ -n "$renewed" ] || ! systemctl --quiet is-active postern-tunnel; then
    systemctl --quiet enable postern-tunnel
    systemctl restart postern-tunnel
    step 'The service postern-tunnel opens the reverse tunnel, now and after each start of this machine'
  fi
}

# The key of the gateway is known beforehand, and nothing of the configuration of ssh on this machine counts.
tunnel_script() {
  cat << EOF
#!/bin/sh
# Holds the reverse tunnel of this machine to the gateway. Connections of the gateway come through it to sshd at
# $TARGET and to nothing else. Without "once" it is opened anew when it breaks.
connect() {
  exec ssh -N -T -F /dev/null -i '$DIRECTORY/tunnel_key' -o IdentitiesOnly=yes -o IdentityAgent=none \\
    -o BatchMode=yes -o ForwardAgent=no -o ForwardX11=no \\
    -o HostKeyAlias=gateway -o HostKeyAlgorithms=ssh-ed25519 -o StrictHostKeyChecking=yes -o UpdateHostKeys=no \\
    -o UserKnownHostsFile='$DIRECTORY/tunnel_known_hosts' -o GlobalKnownHostsFile=/dev/null \\
    -o ExitOnForwardFailure=yes -o ServerAliveInterval=15 -o ServerAliveCountMax=2 -o ConnectTimeout=15 \\
    -p $TUNNEL_PORT -R localhost:22:$TARGET '$NODE@$TUNNEL_HOST'
}
if [ "\${1:-}" = once ]; then connect; fi
child=''
stop() {
  if [ -n "\$child" ]; then kill "\$child" 2> /dev/null; fi
  exit 0
}
trap stop HUP INT TERM
echo \$\$ > '$DIRECTORY/tunnel.pid'
while [ -f '$DIRECTORY/tunnel_key' ]; do
  connect &
  child=\$!
  wait "\$child"
  sleep 5 &
  child=\$!
  wait "\$child"
done
EOF
}

tunnel_unit() {
  cat << EOF
[Unit]
Description=Reverse tunnel to the gateway at $TUNNEL_HOST
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=/bin/sh $DIRECTORY/tunnel.sh once
Restart=always
RestartSec=5
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
EOF
}

# Public host keys as a JSON list; comments, which name machines and people, stay here.
collect_host_keys() {
  KEYS=''
  sed -n 's/^hostkey //p' "$WORK/settings" > "$WORK/hostkeys"
  while read -r file; do
    if [ -f "$file.pub" ]; then
      line=$(cut -d ' ' -f 1,2 < "$file.pub")
    else
      line=$(ssh-keygen -y -f "$file" < /dev/null 2> /dev/null | cut -d ' ' -f 1,2) || line=''
    fi
    case "$line" in
      '' | *[!a-zA-Z0-9+/=@.\ -]*) ;;
      *) KEYS="$KEYS${KEYS:+,}\"$line\"" ;;
    esac
  done < "$WORK/hostkeys"
  [ -n "$KEYS" ] || fail 'sshd has no host key that can be read. Nothing was changed.'
}

trusts_gateway() { [ -f "$1" ] && grep -qxF "$AUTHORITY" "$1"; }

# A file of authorities that sshd reads already gets one more line, at its top: its last line may have no newline.
# Otherwise sshd is told to read ours.
trust_gateway() {
  STEP=authority
  case "$TRUSTED" in
    '' | none) file=$DIRECTORY/user_authority ;;
    *) file=$TRUSTED ;;
  esac
  if trusts_gateway "$file"; then
    step "$file trusts the gateway already"
  else
    mkdir -p "$(dirname "$file")"
    { printf '%s\n' "$AUTHORITY"; [ ! -f "$file" ] || cat "$file"; } > "$WORK/authority"
    CHANGED=yes
    ADDED=yes
    put "$WORK/authority" "$file"
    step "$file trusts the gateway now"
  fi
  if [ "$file" != "$TRUSTED" ]; then
    CHANGED=yes
    configure "$file"
  fi
  [ -z "$CHANGED" ] || reload
}

# Before the first Match, sshd may read further files from a directory. Else the setting goes to the top of the file.
configure() {
  STEP=sshd
  printf '%s\nTrustedUserCAKeys %s\n%s\n' "$MARK_BEGIN" "$1" "$MARK_END" > "$WORK/setting"
  cat "$WORK/setting" "$CONFIG" > "$WORK/sshd_config"
  "$SSHD" -t -f "$WORK/sshd_config" 2> "$WORK/errors" ||
    fail "sshd refuses the new configuration. The old one is in place. It says: $(cat "$WORK/errors")"
  CONFIGURED=yes
  included=$(include_directory)
  if [ -n "$included" ] && [ -d "$included" ]; then
    put "$WORK/setting" "$included/10-postern.conf"
    step "$included/10-postern.conf is new"
  else
    put "$WORK/sshd_config" "$CONFIG"
    step "$CONFIG has three new lines at its top"
  fi
  "$SSHD" -T -f "$CONFIG" 2> /dev/null | grep -qxF "trustedusercakeys $1" ||
    fail 'sshd does not read the new setting.'
}

include_directory() {
  sed -e '/^[[:space:]]*[Mm]atch[[:space:]]/q' "$CONFIG" |
    sed -n 's/^[[:space:]]*[Ii]nclude[[:space:]]\{1,\}\(\/[^[:space:]]*\)\/\*\.conf[[:space:]]*$/\1/p' | head -n 1
}

# In one step, with the permissions of the file that was there. A symbolic link stays.
put() {
  target=$2
  if [ -f "$target" ]; then
    target=$(readlink -f "$target")
    cp -p "$target" "$target.new"
  else
    : > "$target.new"
    chmod 644 "$target.new"
  fi
  cat "$1" > "$target.new"
  mv "$target.new" "$target"
}

# sshd reads its files anew; sessions go on. Where systemd starts it for each connection there is nothing to tell.
reload() {
  STEP=sshd
  if [ -f "$PIDFILE" ] && kill -HUP "$(cat "$PIDFILE")" 2> /dev/null; then
    step 'sshd has read its configuration anew'
  elif command -v systemctl > /dev/null && { systemctl reload ssh || systemctl reload sshd; } 2> /dev/null; then
    step 'sshd has read its configuration anew'
  else
    step 'sshd does not run as a service: it reads its configuration when it starts next'
  fi
}

host_name() { uname -n; }

ssh_port() { sed -n 's/^listenaddress .*:\([0-9]*\)$/\1/p' "$WORK/settings" | head -n 1; }

register() {
  STEP=register
  port=${PORT:-$(ssh_port)}
  printf '{"hostname":"%s","address":"%s","port":%s,"host_keys":[%s],"tunnel_key":"%s"}' \
    "$(host_name)" "$ADDRESS" "$port" "$KEYS" "$TUNNEL_KEY" > "$WORK/request"
  STATUS=$(fetch --header 'Content-Type: application/json' --data-binary "@$WORK/request" \
    --output "$WORK/answer" --write-out '%{http_code}' "$URL/scripts/$TOKEN/host" 2> "$WORK/errors") || {
    STATUS=''
    fail "The gateway at $URL does not answer: $(cat "$WORK/errors")"
  }
  [ "$STATUS" = 200 ] || fail "The gateway did not accept this machine: $(cat "$WORK/answer")"
  NODE=$(sed -n 1p "$WORK/answer")
  case "$NODE" in
    '' | *[!0-9a-f-]*)
      STATUS=''
      fail "The answer of the gateway is no ID of a server: $NODE"
      ;;
  esac
  step "The gateway has registered $(host_name) with its host keys"
  STEP=reach
  case "$(sed -n 's/^reach: //p' "$WORK/answer")" in
    ok) step 'The gateway reaches sshd of this machine' ;;
    none) note "The gateway does not reach sshd of this machine at port $port. $(advice)" ;;
  esac
}

advice() {
  if [ -n "$TUNNEL_HOST" ]; then
    printf '%s' 'Open the port to the gateway, or run the command again with  sudo sh -s -- --tunnel'
  else
    printf '%s' 'Open the port to the gateway. This gateway has no endpoint for reverse tunnels.'
  fi
}

fetch() {
  if [ -n "$INSECURE" ]; then set -- --insecure "$@"; fi
  curl --silent --show-error --max-time 30 "$@"
}

# For --uninstall, without the token. Of a token that is over, the gateway serves a script that does nothing.
save_script() {
  STEP=finish
  fetch --fail --output "$WORK/script" "$URL/scripts/$TOKEN/install-node.sh" 2> /dev/null || return 0
  grep -q '^CONFIG=' "$WORK/script" || return 0
  mkdir -p "$DIRECTORY"
  sed -e "s/^TOKEN=.*/TOKEN=''/" -e "s|^CONFIG=.*|CONFIG=$CONFIG|" "$WORK/script" > "$WORK/host.sh"
  if ! cmp -s "$WORK/host.sh" "$DIRECTORY/host.sh"; then
    put "$WORK/host.sh" "$DIRECTORY/host.sh"
    step "$DIRECTORY/host.sh takes everything back"
  fi
}

# Only what this run has changed.
undo() {
  if [ -n "$NEW_KEY" ]; then rm -f "$DIRECTORY/tunnel_key" "$DIRECTORY/tunnel_key.pub"; fi
  if [ -n "$CONFIGURED" ]; then remove_setting; fi
  if [ -n "$ADDED" ]; then remove_authority; fi
  [ -z "$CHANGED" ] || reload
  rmdir "$DIRECTORY" 2> /dev/null || true
}

uninstall() {
  remove_tunnel
  remove_setting
  remove_authority
  [ -z "$CHANGED" ] || reload
  [ -n "$CHANGED" ] || [ -f "$DIRECTORY/host.sh" ] ||
    fail "$CONFIG has nothing of the gateway. If sshd has another configuration, name it with --sshd-config."
  "$SSHD" -T -f "$CONFIG" > "$WORK/settings" 2> "$WORK/errors" ||
    fail "sshd does not show its settings. It says: $(cat "$WORK/errors")"
  file=$(setting trustedusercakeys)
  if [ "$file" = "$DIRECTORY/user_authority" ] || trusts_gateway "$file"; then
    fail "sshd still reads $file. Remove this TrustedUserCAKeys from its configuration and run the command again."
  fi
  rm -f "$DIRECTORY/host.sh"
  rmdir "$DIRECTORY" 2> /dev/null || true
  say "This machine no longer trusts the gateway. Remove it in the console too."
}

removed() {
  CHANGED=yes
  step "$*"
}

remove_tunnel() {
  if [ -f "$UNIT" ]; then
    systemctl --quiet disable --now postern-tunnel 2> /dev/null || true
    rm -f "$UNIT"
    systemctl daemon-reload 2> /dev/null || true
    removed "$UNIT is removed"
  fi
  if [ -f "$DIRECTORY/tunnel.pid" ]; then
    pid=$(cat "$DIRECTORY/tunnel.pid")
    if grep -q tunnel.sh "/proc/$pid/cmdline" 2> /dev/null; then kill "$pid"; fi
  fi
  # Another init system runs ssh without a file of its process.
  for process in /proc/[0-9]*; do
    if tr '\0' ' ' 2> /dev/null < "$process/cmdline" | grep -q "^ssh .* -i $DIRECTORY/tunnel_key "; then
      kill "${process#/proc/}" 2> /dev/null || true
    fi
  done
  if [ -f "$DIRECTORY/tunnel_key" ]; then
    for file in tunnel_key tunnel_key.pub tunnel_known_hosts tunnel.sh tunnel.pid; do rm -f "$DIRECTORY/$file"; done
    removed 'The reverse tunnel and its key are removed'
  fi
}

remove_setting() {
  if grep -qxF "$MARK_BEGIN" "$CONFIG"; then
    sed "/^$MARK_BEGIN\$/,/^$MARK_END\$/d" "$CONFIG" > "$WORK/without"
    put "$WORK/without" "$CONFIG"
    removed "$CONFIG is as it was before"
  fi
  for file in "$(dirname "$CONFIG")"/*/10-postern.conf "$(include_directory)/10-postern.conf"; do
    if [ -f "$file" ]; then
      rm -f "$file"
      removed "$file is removed"
    fi
  done
}

remove_authority() {
  for file in "$DIRECTORY/user_authority" "$TRUSTED"; do
    if trusts_gateway "$file"; then
      sed "\\|^$AUTHORITY\$|d" "$file" > "$WORK/others"
      put "$WORK/others" "$file"
      removed "$file no longer trusts the gateway"
    fi
  done
  if [ -f "$DIRECTORY/user_authority" ] && [ ! -s "$DIRECTORY/user_authority" ]; then rm -f "$DIRECTORY/user_authority"; fi
}

main "$@"
