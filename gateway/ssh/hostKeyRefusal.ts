import { UnreachedTarget, type TargetError } from '../terminal/target.ts';
import { fingerprint, hostEntryName, judgeHostKey } from './knownHosts.ts';
import { nameFor } from './refusal.ts';
import type { Hop } from './route.ts';

/** Why a host is not believed; undefined: it is. `known`: text of its `knownHosts`. */
export function refusalOf(hop: Hop, known: string, key: Uint8Array): TargetError | undefined {
  const { host, port, knownHosts = '' } = hop;
  const verdict = judgeHostKey(known, host, port, key);
  const whose = `The host key of ${nameFor(hop)}`;
  const print = fingerprint(key);
  const shown = `The key that it showed: ${print}`;
  const refused = (words: string, where: string) =>
    new UnreachedTarget(words, `${hostEntryName(host, port)} showed the host key ${print}: ${where}`);
  switch (verdict.kind) {
    case 'known':
      return undefined;
    case 'unknown':
      return refused(
        `${whose} is unknown.\n${shown}\n` +
          'Whoever runs the gateway can compare it with the host’s own and add it to the known hosts.',
        `${knownHosts} has none for it` +
          (verdict.authorities ? '; certificate authorities in that file are not read' : ''),
      );
    case 'changed':
      return refused(
        `${whose} is not the known one.\n${shown}\n` +
          'Somebody may be answering in the host’s place. If the host was set up anew, whoever runs the gateway can replace the known key.',
        `${knownHosts} has another in line ${verdict.line}`,
      );
    case 'revoked':
      return refused(`${whose} is revoked.\n${shown}`, `revoked in ${knownHosts}, line ${verdict.line}`);
    default:
      return verdict satisfies never;
  }
}
