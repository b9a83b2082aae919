import type { SessionKind } from '../wire/terminal/sessionJson.ts';

/** What a session goes to: the word in facets and columns, and the icon of its resource. */
export const SESSION_KINDS: Readonly<Record<SessionKind, { label: string; icon: string }>> = {
  ssh: { label: 'SSH', icon: 'terminal' },
  k8s: { label: 'Kubernetes', icon: 'ship-wheel' },
  db: { label: 'Databases', icon: 'database' },
  app: { label: 'Applications', icon: 'app-window' },
  desktop: { label: 'Desktops', icon: 'monitor' },
};
