import type { DocumentTemplates } from '../documentTypes.ts';

const settings = (spec: string) => (): string => `kind: session_recording_config
version: v2
metadata:
  name: session-recording-config
spec:
${spec}`;

const templates: DocumentTemplates = [
  {
    label: 'By the server',
    text: 'Recordings are kept on the host and uploaded when the session ends',
    content: settings(`  mode: node
  # Of no effect here; when the proxy records, it checks the certificates of servers.
  proxy_checks_host_keys: true
`),
  },
  {
    label: 'As it runs',
    text: 'Nothing stays on the host: recordings are sent while the session runs',
    content: settings(`  mode: node-sync
`),
  },
  {
    label: 'By the proxy',
    text: 'For hosts without an agent',
    content: settings(`  mode: proxy
  # Hosts whose certificate cannot be checked are refused.
  proxy_checks_host_keys: true
`),
  },
  {
    label: 'Off',
    text: 'No session is recorded, desktops neither',
    content: settings(`  # In quotes: without them it would be a boolean.
  mode: 'off'
`),
  },
];
export default templates;
