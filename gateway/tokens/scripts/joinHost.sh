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
#   --insecure           do not check the certificate of the gateway
#   --uninstall          take everything back; run  sudo sh /etc/ssh/postern/host.sh --uninstall
set -eu

URL=@URL@
TOKEN=@TOKEN@
CLUSTER=@CLUSTER@
AUTHORITY=@AUTHORITY@

MARK_BEGIN='# BEGIN gateway: see host.sh --uninstall'
MARK_END='# END gateway'

ADDRESS=''
PORT=''
CONFIG=/etc/ssh/sshd_config
INSECURE=''
UNINSTALL=''
WORK=''
CHANGED=''

say() { printf '%s\n' "$*"; }
step() { printf '%s\n' "- $*"; }
fail() {
  printf 'Error: %s\n' "$*" >&2
  exit 1
}

# The whole script is read before anything runs: half of one does nothing.
main() {
  read_options "$@"
  [ "$(id -u)" -eq 0 ] || fail 'This script must run as root. Run it with sudo.'
  SSHD=$(find_sshd)
  [ -f "$CONFIG" ] || fail "There is no $CONFIG. Name the configuration of sshd with --sshd-config."
  DIRECTORY=$(dirname "$CONFIG")/postern
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
  trap 'exit 1' HUP INT TERM
  read_settings
  if [ -n "$UNINSTALL" ]; then
    uninstall
  else
    install
  fi
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
      --insecure) INSECURE=yes && shift ;;
      --uninstall) UNINSTALL=yes && shift ;;
      *) fail "Unknown option: $1" ;;
    esac
  done
  case "$ADDRESS" in *[!a-zA-Z0-9.:_-]*) fail "--address: $ADDRESS is not an address." ;; esac
  case "$PORT" in *[!0-9]*) fail "--port: $PORT is not a port." ;; esac
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
  trust_gateway
  register
  save_script
  say "This machine is in the cluster $CLUSTER as $(host_name)."
  say "To take everything back: sudo sh $DIRECTORY/host.sh --uninstall"
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

# A file of authorities that sshd reads already gets one more line. Otherwise sshd is told to read ours.
trust_gateway() {
  case "$TRUSTED" in
    '' | none) file=$DIRECTORY/user_authority ;;
    *) file=$TRUSTED ;;
  esac
  if [ -f "$file" ] && grep -qxF "$AUTHORITY" "$file"; then
    step "$file trusts the gateway already"
  else
    mkdir -p "$(dirname "$file")"
    { [ ! -f "$file" ] || cat "$file"; printf '%s\n' "$AUTHORITY"; } > "$WORK/authority"
    put "$WORK/authority" "$file"
    CHANGED=yes
    step "$file trusts the gateway now"
  fi
  if [ "$file" != "$TRUSTED" ]; then
    configure "$file"
    CHANGED=yes
  fi
  [ -z "$CHANGED" ] || reload
}

# Before the first Match, sshd may read further files from a directory. Else the setting goes to the top of the file.
configure() {
  printf '%s\nTrustedUserCAKeys %s\n%s\n' "$MARK_BEGIN" "$1" "$MARK_END" > "$WORK/setting"
  cat "$WORK/setting" "$CONFIG" > "$WORK/sshd_config"
  "$SSHD" -t -f "$WORK/sshd_config" 2> "$WORK/errors" || {
    undo
    fail "sshd refuses the new configuration. The old one is in place. It says: $(cat "$WORK/errors")"
  }
  included=$(sed -e '/^[[:space:]]*[Mm]atch[[:space:]]/q' "$CONFIG" |
    sed -n 's/^[[:space:]]*[Ii]nclude[[:space:]]\{1,\}\(\/[^[:space:]]*\)\/\*\.conf[[:space:]]*$/\1/p' | head -n 1)
  if [ -n "$included" ] && [ -d "$included" ]; then
    put "$WORK/setting" "$included/10-postern.conf"
    step "$included/10-postern.conf is new"
  else
    put "$WORK/sshd_config" "$CONFIG"
    step "$CONFIG has three new lines at its top"
  fi
  "$SSHD" -T -f "$CONFIG" 2> /dev/null | grep -qxF "trustedusercakeys $1" || {
    undo
    fail "sshd does not read the new setting. Everything was taken back."
  }
}

# In one step, with the permissions of the file that was there.
put() {
  if [ -f "$2" ]; then
    cp -p "$2" "$2.new"
  else
    : > "$2.new"
    chmod 644 "$2.new"
  fi
  cat "$1" > "$2.new"
  mv "$2.new" "$2"
}

# sshd reads its files anew; sessions go on. Where systemd starts it for each connection there is nothing to tell.
reload() {
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
  port=${PORT:-$(ssh_port)}
  printf '{"hostname":"%s","address":"%s","port":%s,"host_keys":[%s]}' "$(host_name)" "$ADDRESS" "$port" "$KEYS" \
    > "$WORK/request"
  status=$(fetch --header 'Content-Type: application/json' --data-binary "@$WORK/request" \
    --output "$WORK/answer" --write-out '%{http_code}' "$URL/scripts/$TOKEN/host" 2> "$WORK/errors") || {
    undo
    fail "The gateway at $URL does not answer: $(cat "$WORK/errors")"
  }
  [ "$status" = 200 ] || {
    undo
    fail "The gateway did not accept this machine: $(cat "$WORK/answer")"
  }
  step "The gateway has registered $(host_name) with its host keys"
}

fetch() {
  if [ -n "$INSECURE" ]; then set -- --insecure "$@"; fi
  curl --silent --show-error --max-time 30 "$@"
}

# For --uninstall, without the token.
save_script() {
  fetch --fail --output "$WORK/script" "$URL/scripts/$TOKEN/install-node.sh" 2> /dev/null || return 0
  mkdir -p "$DIRECTORY"
  sed "s/^TOKEN=.*/TOKEN=''/" "$WORK/script" > "$WORK/host.sh"
  if ! cmp -s "$WORK/host.sh" "$DIRECTORY/host.sh"; then
    put "$WORK/host.sh" "$DIRECTORY/host.sh"
    step "$DIRECTORY/host.sh takes everything back"
  fi
}

# Only what this run has changed.
undo() {
  [ -z "$CHANGED" ] || remove > /dev/null
}

uninstall() {
  remove
  rm -f "$DIRECTORY/host.sh"
  rmdir "$DIRECTORY" 2> /dev/null || true
  say "This machine no longer trusts the gateway. Remove it in the console too."
}

remove() {
  if grep -qxF "$MARK_BEGIN" "$CONFIG"; then
    sed "/^$MARK_BEGIN\$/,/^$MARK_END\$/d" "$CONFIG" > "$WORK/without"
    put "$WORK/without" "$CONFIG"
    step "$CONFIG is as it was before"
  fi
  for file in "$(dirname "$CONFIG")"/*/10-postern.conf; do
    if [ -f "$file" ]; then
      rm -f "$file"
      step "$file is removed"
    fi
  done
  for file in "$DIRECTORY/user_authority" "$TRUSTED"; do
    if [ -f "$file" ] && grep -qxF "$AUTHORITY" "$file"; then
      grep -vxF "$AUTHORITY" "$file" > "$WORK/others" || true
      put "$WORK/others" "$file"
      step "$file no longer trusts the gateway"
    fi
  done
  if [ -f "$DIRECTORY/user_authority" ] && [ ! -s "$DIRECTORY/user_authority" ]; then rm -f "$DIRECTORY/user_authority"; fi
  reload
}

main "$@"
