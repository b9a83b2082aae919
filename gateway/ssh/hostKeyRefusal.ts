import { TargetError } from '../terminal/target.ts';
import { fingerprint, hostEntryName, judgeHostKey } from './knownHosts.ts';
import type { Hop } from './route.ts';

/** Why a host is not believed, for whoever wants to go there; undefined: it is. `known`: text of its `knownHosts`. */
export function refusalOf(
  { host, port, knownHosts = '' }: Hop,
  known: string,
  key: Uint8Array,
): TargetError | undefined {
  const verdict = judgeHostKey(known, host, port, key);
  const name = hostEntryName(host, port);
  const shown = `The key that it showed: ${fingerprint(key)}`;
  switch (verdict.kind) {
    case 'known':
      return undefined;
    case 'unknown':
      return new TargetError(
        `The host key of ${name} is unknown: ${knownHosts} has none for it.\n${shown}\n` +
          (verdict.authorities ? 'Certificate authorities in that file are not read.\n' : '') +
          'Whoever runs the gateway can compare it with the host’s own and add it to the file.',
      );
    case 'changed':
      return new TargetError(
        `The host key of ${name} is not the one in ${knownHosts}, line ${verdict.line}.\n${shown}\n` +
          'Somebody may be answering in the host’s place. If the host was set up anew, whoever runs the gateway can replace the line.',
      );
    case 'revoked':
      return new TargetError(`The host key of ${name} is revoked in ${knownHosts}, line ${verdict.line}.\n${shown}`);
    default:
      return verdict satisfies never;
  }
}
