import { wordOf } from '../../lib/json.ts';
import { formatDuration } from '../../lib/dates.ts';
import { readTime } from '../http.ts';
import { fillSentence, valueOf, type AuditEvent, lines, type AuditLines } from './template.ts';

const isKube = (event: AuditEvent): boolean => event['proto'] === 'kube';

/** The place where something ran: a Kubernetes cluster, else a pod, else the server in the field `otherwise`. */
function whereOf(event: AuditEvent, otherwise: string): string {
  if (!isKube(event)) return `on {${otherwise}}`;
  if (valueOf(event, 'kubernetes_cluster')) return 'on Kubernetes cluster {kubernetes_cluster}';
  return valueOf(event, 'kubernetes_pod_name')
    ? 'in pod {kubernetes_pod_namespace}/{kubernetes_pod_name}'
    : 'on a Kubernetes cluster';
}

function lengthOf(event: AuditEvent): string {
  const [start, stop] = ['session_start', 'session_stop'].map((key) => readTime(valueOf(event, key)));
  return start && stop ? ` of ${formatDuration(stop.getTime() - start.getTime())}` : '';
}

const ended = (event: AuditEvent): string => {
  const kind = event['interactive'] === false ? 'non-interactive session' : 'session';
  const length = event['interactive'] === true ? lengthOf(event) : '';
  return fillSentence(`{user} ended a ${kind}${length} ${whereOf(event, 'server')}[, session {sid}]`, event);
};

const reviewed = (event: AuditEvent): string => {
  const mark = event['reviewed'] === true ? 'as reviewed' : 'as not reviewed';
  return fillSentence(`{user} marked the recording of session {sid} ${mark}[, with the note “{~note}”]`, event);
};

const fileSentence =
  (done: string) =>
  (event: AuditEvent): string => {
    const file =
      event['download'] === true ? 'the download of “{~location}”' : 'the upload of “{~filename}”[ to “{~location}”]';
    const by = event['requester'] === event['user'] ? '' : '[ by {requester}]';
    return fillSentence(`{user} ${done} ${file}${by}[ on {server_hostname}]`, event);
  };

const direction = (event: AuditEvent): string =>
  ({ 'port.local': 'local ', 'port.remote': 'remote ', 'port.remote_conn': 'remote ' })[valueOf(event, 'event')] ?? '';

function gitSentence(event: AuditEvent): string {
  const { actions } = event;
  const repository = '[ in {path}]';
  if (event['service'] === 'git-upload-pack') return `{user} fetched from a Git repository${repository}`;
  const only: unknown = Array.isArray(actions) && actions.length === 1 ? actions[0] : undefined;
  if (event['service'] !== 'git-receive-pack' || typeof only !== 'object' || only === null)
    return `{user} ran a Git command[ {service}]${repository}`;
  const { action, reference, new: next } = only as Record<string, unknown>;
  const verb = { create: 'created', update: 'updated', delete: 'deleted' }[String(action)] ?? 'pushed';
  const hash = action === 'update' && typeof next === 'string' ? ` to ${next.slice(0, 7)}` : '';
  return fillSentence(`{user} ${verb} {reference}${hash} in a Git repository[ at {path}]`, { ...event, reference });
}

const returnCode = ({ return_code: code }: AuditEvent): number => (typeof code === 'number' ? code : 0);
const hasNotRun = (event: AuditEvent): boolean => returnCode(event) !== 0;
const hasNotOpened = (event: AuditEvent): boolean => returnCode(event) < 0;

/** Sessions and what happened in them. */
export const sessionLines: AuditLines = {
  ...lines({
    T2000I: [
      'Session started',
      (event) =>
        fillSentence(`{user} started a session ${whereOf(event, 'server')}[ as {login}][, session {sid}]`, event),
    ],
    T2001I: ['Session joined', '{user} joined the session {sid}[ on {server_hostname}]'],
    T2002I: ['Terminal resized', '{user} resized the terminal of session {sid}[ to {size}]'],
    T2003I: ['Session left', '{user} left the session {sid}[ on {server_hostname}]'],
    T2004I: ['Session ended', ended],
    T2005I: ['Recording uploaded', 'The recording of session {sid} was uploaded'],
    T2006I: ['Session traffic', 'Traffic of session {sid} was measured[: {tx} bytes sent, {rx} received]'],
    T2010I: ['Connection opened', 'A connection to {server_addr} was opened for a session'],
    T2012I: ['Recording viewed', '{user} viewed the recording of session {sid}'],
    TPR00I: ['Recording reviewed', reviewed],
    TPR01I: ['Recordings searched', '{user} searched recordings[ for “{~text}”]'],
    TPF00I: ['File requested', fileSentence('requested')],
    TPF01I: ['File approved', fileSentence('approved')],
    TPF02I: ['File denied', fileSentence('denied')],
    TPA00I: ['Assist asked', '{user} asked Assist[ for a {purpose}][ (model {~model})]'],
    TPA01I: ['Command proposed', 'Assist proposed [“{~command}” ]to {user}[ for servers that match {~query}]'],
    TPA02I: [
      'Command approved',
      '{user} approved [“{~command}” ]in Assist[ as {login}][ for servers that match {~query}]',
    ],
    TPA03I: [
      'Approved command ended',
      'The command that {user} approved in Assist succeeded on {succeeded} servers and failed on {failed}',
    ],
    T1006W: ['Session refused', '{user} was refused a session[ as {login}][ on {server_id}][: {reason}]'],
    T3001I: ['Subsystem started', '{user} requested the subsystem {name}'],
    T3001E: ['Subsystem failed', '{user} requested the subsystem {name}, which failed[: {exitError}]'],
    T3002I: ['Command run', (event) => fillSentence(`{user} ran [“{~command}” ]${whereOf(event, 'host')}`, event)],
    T3002E: [
      'Command failed',
      (event) =>
        fillSentence(`{user} ran [“{~command}” ]${whereOf(event, 'host')}, which failed[: {exitError}]`, event),
    ],
    T3003I: [
      'Port forwarded',
      (event) => fillSentence(`{user} started ${direction(event)}port forwarding[ to {addr}]`, event),
    ],
    T3003E: [
      'Port forwarding failed',
      (event) =>
        fillSentence(`{user} could not start ${direction(event)}port forwarding[ to {addr}][: {error}]`, event),
    ],
    T3003S: [
      'Port forwarding ended',
      (event) => fillSentence(`{user} ended ${direction(event)}port forwarding[ to {addr}]`, event),
    ],
    T3006I: ['Client disconnected', 'The connection of {user} was closed[ at {server_id}][: {reason}]'],
    T3008I: ['X11 forwarded', '{user} asked for X11 forwarding'],
    T3008W: ['X11 refused', '{user} was refused X11 forwarding[: {error}]'],
    T4003I: ['Program ended', '{program} ended with status {exit_status} in session {sid}'],
    TGIT001I: ['Git command', (event) => fillSentence(gitSentence(event), event)],
    TGIT001E: ['Git command refused', '{user} could not run a Git command[ {service}][ in {path}][: {exitError}]'],
  }),
  // The result of the kernel's call, not the exit status of the program.
  T4000I: {
    label: 'Program run',
    failedLabel: 'Program not run',
    failed: hasNotRun,
    sentence: (event) => {
      const { argv } = event;
      const commandLine = Array.isArray(argv)
        ? { ...event, argv: argv.flatMap((word) => wordOf(word) ?? []).join(' ') }
        : event;
      return fillSentence(
        hasNotRun(event)
          ? '{program} could not run in session {sid}[, started by {user}][: {~argv}] (return code {return_code})'
          : '{program} ran in session {sid}[, started by {user}][: {~argv}]',
        commandLine,
      );
    },
  },
  T4001I: {
    label: 'File opened',
    failedLabel: 'File not opened',
    failed: hasNotOpened,
    sentence: (event) =>
      fillSentence(
        hasNotOpened(event)
          ? '{program} could not open {path} in session {sid} (return code {return_code})'
          : '{program} opened {path} in session {sid}',
        event,
      ),
  },
  T4002I: {
    label: 'Network access',
    failedLabel: 'Network access denied',
    failed: (event) => event['action'] === 1,
    sentence: (event) =>
      fillSentence(
        event['action'] === 1
          ? '{program} was blocked from connecting [from {src_addr} ]to {dst_addr}[:{dst_port}] in session {sid}'
          : '{program} connected [from {src_addr} ]to {dst_addr}[:{dst_port}] in session {sid}',
        event,
      ),
  },
};
