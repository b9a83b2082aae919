import type { DocumentTemplates } from '../documentTypes.ts';

const settings = (spec: string) => (): string => `kind: cluster_networking_config
version: v2
metadata:
  name: cluster-networking-config
spec:
${spec}`;

const templates: DocumentTemplates = [
  {
    label: 'As delivered',
    text: 'No idle times',
    content: settings(`  # 0s: sessions and consoles stay open for as long as the sign-in.
  client_idle_timeout: 0s
  web_idle_timeout: 0s
  keep_alive_interval: 5m0s
  keep_alive_count_max: 3
`),
  },
  {
    label: 'Quiet ones are ended',
    text: 'Sessions without input and consoles without activity do not stay open',
    content: settings(`  # Sessions, and what people read when it happens.
  client_idle_timeout: 30m0s
  idle_timeout_message: This session was ended after 30 minutes without input
  # Consoles in a browser.
  web_idle_timeout: 15m0s
`),
  },
  {
    label: 'Several servers of one name',
    text: 'The one that was heard of last is meant',
    content: settings(`  # 0: refused as ambiguous. 1: the most recent.
  routing_strategy: 1
`),
  },
];
export default templates;
