import { fillSentence, valueOf, type AuditEvent, lines, type AuditLine, type AuditLines } from './template.ts';

export const appLines: AuditLines = lines({
  T2007I: [
    'App opened',
    (event) =>
      fillSentence(
        valueOf(event, 'aws_role_arn')
          ? '{user} opened the AWS console through {app_name} as {aws_role_arn}'
          : '{user} opened the application {app_name}',
        event,
      ),
  ],
  T2011I: ['App left', '{user} left the application {app_name}'],
  T2008I: ['App data recorded', 'Part of the activity of {user} in the application {app_name} was recorded'],
  T2009I: ['App request', 'The application {app_name} received {method} {path}[, answer {status_code}]'],
  T2013I: ['DynamoDB request', '{user} sent a DynamoDB request [{target} ]through the application {app_name}'],
  TAP03I: ['App created', '{user} created the application {name}'],
  TAP04I: ['App updated', '{user} changed the application {name}'],
  TAP05I: ['App deleted', '{user} deleted the application {name}'],
});

/** HTTP statuses from this one on are refusals. */
const REFUSED = 400;

export const kubernetesLines: AuditLines = {
  T3009I: {
    label: 'Kubernetes request',
    failedLabel: 'Kubernetes request refused',
    failed: (event) => Number(event['response_code']) >= REFUSED,
    sentence: '{user} sent {verb} {request_path} to Kubernetes cluster {kubernetes_cluster}[, answer {response_code}]',
  },
  ...lines({
    T3010I: ['Kubernetes cluster created', '{user} created the Kubernetes cluster {name}'],
    T3011I: ['Kubernetes cluster updated', '{user} changed the Kubernetes cluster {name}'],
    T3012I: ['Kubernetes cluster deleted', '{user} deleted the Kubernetes cluster {name}'],
  }),
};

const onDesktop = '[ as {windows_user}][ of domain {windows_domain}]';
const bytes =
  (rest: string): AuditLine['sentence'] =>
  (event: AuditEvent) =>
    fillSentence(`{user} ${rest}`, event);

export const desktopLines: AuditLines = lines({
  TDP00I: ['Desktop session started', `{user} connected to {desktop}${onDesktop}[ at {desktop_addr}]`],
  TDP00W: [
    'Desktop session refused',
    `{user} was refused a session on {desktop}${onDesktop}[ at {desktop_addr}][: {error}]`,
  ],
  TDP01I: ['Desktop session ended', `{user} left {desktop}${onDesktop}[ at {desktop_addr}]`],
  TDP02I: ['Clipboard sent', bytes('sent {length} bytes of clipboard to {desktop_addr}')],
  TDP03I: ['Clipboard received', bytes('received {length} bytes of clipboard from {desktop_addr}')],
  TDP04I: ['Folder shared', '{user} shared the folder {directory_name} with {desktop_addr}'],
  TDP04W: ['Folder not shared', '{user} could not share the folder {directory_name} with {desktop_addr}[: {error}]'],
  TDP05I: ['Shared file read', bytes('read {length} bytes of {file_path} in {directory_name} on {desktop_addr}')],
  TDP05W: [
    'Shared file not read',
    bytes('could not read {length} bytes of {file_path} in {directory_name} on {desktop_addr}[: {error}]'),
  ],
  TDP06I: ['Shared file written', bytes('wrote {length} bytes of {file_path} in {directory_name} on {desktop_addr}')],
  TDP06W: [
    'Shared file not written',
    bytes('could not write {length} bytes of {file_path} in {directory_name} on {desktop_addr}[: {error}]'),
  ],
});
