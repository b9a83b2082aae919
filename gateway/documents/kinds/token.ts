// Join tokens (resource-specs §7).
import { randomBytes } from 'node:crypto';
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { at, textAt } from '../../../src/lib/json.ts';
import { maskedToken } from '../../../src/wire/joinTokens.ts';
import { NEVER } from '../../audit/events.ts';
import { badDocument } from '../../http/failures.ts';
import { checkToken, joinMethodOf, mayJoinClusters, rolesOf } from '../../tokens/joinToken.ts';
import type { DocumentKind } from '../documentKind.ts';

/** For the method `token` the name is the secret (http-resources §12.1). */
export const newTokenName = (): string => randomBytes(16).toString('hex');

export const TOKEN: DocumentKind = {
  kind: 'token',
  nameOf: newTokenName,
  secrets: [
    ['spec', 'bound_keypair', 'onboarding', 'registration_secret'],
    ['status', 'registration_secret'],
  ],
  check({ document }) {
    const fault = checkMetadata(at(document, 'metadata')) ?? checkToken(document);
    if (fault !== undefined) throw badDocument(fault);
  },
  /** The name is not logged: a reader of the log could join with it. */
  written({ caller: { user }, name, document }, { audit }) {
    const method = joinMethodOf(document);
    audit.emit('join_token.create', {
      user: user.name,
      name: method === 'token' ? maskedToken(name) : name,
      expires: textAt(document, 'metadata', 'expires') || NEVER,
      roles: rolesOf(document),
      join_method: method,
    });
    // A cluster reports only these tokens. Later versions report all.
    if (mayJoinClusters(document)) audit.emit('trusted_cluster_token.create', { user: user.name, expires: NEVER });
  },
  removed: () => undefined, // the contract has no event for it
};
