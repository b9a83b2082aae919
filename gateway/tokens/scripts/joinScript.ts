/** Quotes a text as a literal word of a shell script. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Served instead of a script that cannot be generated (http-resources §12.2). */
export const FAILING_SCRIPT = `
#!/bin/sh
echo -e "An error has occurred. \\nThe token may be expired or invalid. \\nPlease check log for further details."
exit 1
`;

export type JoinScript = {
  /** The gateway's URL. */
  url: string;
  cluster: string;
  token: string;
  method: string;
} & (
  | { kind: 'node'; labels: Readonly<Record<string, readonly string[]>> }
  | { kind: 'app'; name: string; uri: string }
  | { kind: 'db'; labels: Readonly<Record<string, readonly string[]>> }
);

const RESOURCE_LABELS = { node: 'server', app: 'application', db: 'database' } as const;
const ROLES = { node: 'Node', app: 'App', db: 'Db' } as const;

/** The data that the script sends besides its token: the joining resource. */
function subjectOf(script: JoinScript): object {
  switch (script.kind) {
    case 'node':
      return { labels: script.labels };
    case 'app':
      return { app: { name: script.name, uri: script.uri } };
    case 'db':
      return { resources: { labels: script.labels } };
    default:
      return script satisfies never;
  }
}

/**
 * The script that a machine runs to join (http-resources §12.2). It checks its requirements, asks the gateway to join,
 * and prints the gateway's own text if that is refused. It reports only what has happened.
 */
export function joinScript(script: JoinScript): string {
  const { url, cluster, token, method, kind } = script;
  const subject = JSON.stringify({ token, join_method: method, roles: [ROLES[kind]], ...subjectOf(script) });
  return `#!/bin/bash
# Lets this machine join the cluster ${cluster.replaceAll(/[^\w.-]/g, '_')} with a ${RESOURCE_LABELS[kind]}.
# Options: -h HOST and -p PORT of the gateway, -j TOKEN, -k (do not verify its certificate), -q (show only errors).
set -euo pipefail

URL=${quoted(url)}
TOKEN=${quoted(token)}
HOST=''
PORT=''
QUIET=''
CURL=(curl --silent --show-error --max-time 30)

while getopts ':h:p:j:kq' option; do
  case "$option" in
    h) HOST="$OPTARG" ;;
    p) PORT="$OPTARG" ;;
    j) TOKEN="$OPTARG" ;;
    k) CURL+=(--insecure) ;;
    q) QUIET=yes ;;
    *) echo "Unknown option: -$OPTARG" >&2; exit 2 ;;
  esac
done
[ -z "$HOST" ] || URL="https://$HOST:\${PORT:-443}"

say() { [ -n "$QUIET" ] || echo "$1"; }
fail() { echo "$1" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || fail 'This script must run as root. Run it with sudo.'
case "$(uname -s)" in
  Linux | Darwin) ;;
  *) fail "Machines with $(uname -s) cannot join." ;;
esac
command -v curl > /dev/null || fail 'curl is required but not installed.'

say "Looking for the gateway at $URL"
"\${CURL[@]}" --fail --output /dev/null "$URL/v1/webapi/ping" ||
  fail "The gateway does not answer at $URL. Check that this machine reaches that address."

say ${quoted(`Requesting to join this ${RESOURCE_LABELS[kind]}`)}
REQUEST=${quoted(subject)}
REQUEST="\${REQUEST/${token}/$TOKEN}"
ANSWER="$("\${CURL[@]}" --write-out '\\n%{http_code}' --header 'Content-Type: application/json' \\
  --data-binary "$REQUEST" "$URL/v1/webapi/host/credentials")" || fail 'The connection was lost before the answer arrived.'
STATUS="\${ANSWER##*$'\\n'}"
[ "$STATUS" != 200 ] || fail 'The gateway accepted this machine, but this script is too old to continue. Download it again.'
echo "The gateway did not accept this ${RESOURCE_LABELS[kind]} (status $STATUS):" >&2
echo "\${ANSWER%$'\\n'*}" >&2
exit 1
`;
}

const INSTALLERS = ['default-installer', 'default-agentless-installer'];

/** The script that cloud discovery runs on found machines (http-resources §12.3). undefined for an unknown name. */
export function installer(name: string, url: string): string | undefined {
  if (!INSTALLERS.includes(name)) return undefined;
  return `#!/bin/sh
echo ${quoted(`The gateway at ${url} does not discover machines of cloud accounts, so no installer is available.`)} >&2
exit 1
`;
}
