// Wire samples from a server or a browser that several tests share.
import { toNode, type Node } from '../../src/api/nodes.ts';
import type { CreationOptionsJson } from '../../src/wire/webauthn.ts';
import type { QueryAnswer } from '../../src/wire/query/messages.ts';

/** The start of a session of the query console. */
export const QUERY_READY = {
  type: 'ready',
  sid: 's0',
  protocol: 'postgres',
  version: '15.18',
  user: 'ann',
  database: 'shop',
  recorded: true,
} as const satisfies QueryAnswer;

/** The assertion of a hardware key. */
export const ASSERTION = {
  id: 'a',
  type: 'public-key',
  rawId: 'a',
  response: { authenticatorData: 'b', clientDataJSON: 'c', signature: 'd' },
} as const;

/** Options for the creation of a key. */
export const CREATION_OPTIONS: CreationOptionsJson = {
  challenge: 'AAAA',
  rp: { name: 'Postern', id: 'localhost' },
  user: { name: 'mara', id: 'AAAA' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  authenticatorSelection: { requireResidentKey: false, userVerification: 'discouraged' },
  timeout: 300_000,
  attestation: 'none',
};

export const labelledNode = (id: string, labels: Record<string, string>): Node =>
  toNode({ id, tags: Object.entries(labels).map(([name, value]) => ({ name, value })) });
