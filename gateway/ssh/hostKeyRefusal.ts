import { UnreachedTarget, type TargetError } from '../terminal/target.ts';
import { fingerprint, hostEntryName, judgeHostKey } from './knownHosts.ts';
import { nameFor } from './refusal.ts';
import type { Hop } from './route.ts';

/** Why a host key is refused. undefined: it is accepted. `known`: the content of its `knownHosts`. */
export function refusalOf(hop: Hop, known: string, key: Uint8Array): TargetError | undefined {
  const { host, port, knownHosts = 'what it joined with' } = hop;
  const verdict = judgeHostKey(known, host, port, key);
  const subject = `The host key of ${nameFor(hop)}`;
  const print = fingerprint(key);
  const presented = `The key the host presented: ${print}`;
  const refused = (words: string, where: string) =>
    new UnreachedTarget(words, `${hostEntryName(host, port)} presented the host key ${print}: ${where}`);
  switch (verdict.kind) {
    case 'known':
      return undefined;
    case 'unknown':
      return refused(
        `${subject} is unknown.\n${presented}\n` +
          'The gateway’s administrator can compare it with the host’s own key and add it to the known hosts.',
        `${knownHosts} has no key for this host` +
          (verdict.authorities ? '. Certificate authorities in that file are not used' : ''),
      );
    case 'changed':
      return refused(
        `${subject} does not match the known key.\n${presented}\n` +
          'Another machine may be answering in place of the host. If the host was reinstalled, the gateway’s administrator can replace the known key.',
        `${knownHosts} has a different key in line ${verdict.line}`,
      );
    case 'revoked':
      return refused(`${subject} is revoked.\n${presented}`, `revoked in ${knownHosts}, line ${verdict.line}`);
    default:
      return verdict satisfies never;
  }
}
