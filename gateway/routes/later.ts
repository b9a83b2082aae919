// Endpoints of the contract that this gateway does not serve yet. They say so; gateway/DIFFERENCES.md lists them.
import { notFound, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import type { Api, Call, Guard } from './api.ts';

/** `needs`: whoever lacks these rules is refused for that, as by who serves it. */
type Later = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  guard: Guard,
  needs?: readonly [kind: string, ...verbs: string[]],
];

const PARTS: Readonly<Record<string, readonly Later[]>> = {
  'agents that join': [['POST', 'host/credentials', 'public']],
};

/** The kinds of tunnels that agents ask for stand in the header (http-resources §19); here there are none. */
const unsupportedUpgrade = ({ request }: Call) =>
  notFound(`unsupported upgrade types: [${request.headers.upgrade ?? ''}]`);

/** To serve one of them, register it elsewhere and take it out of the table. */
export function laterRoutes(api: Api): void {
  api.on('GET', 'connectionupgrade', 'public', (call) => {
    throw unsupportedUpgrade(call);
  });
  for (const [what, routes] of Object.entries(PARTS)) {
    for (const [method, path, guard, needs] of routes) {
      api.on(method, path, guard, (call) => {
        if (needs && 'caller' in call) requireRule(call.caller, ...needs);
        throw notServed(`${what}: not supported by this gateway yet`);
      });
    }
  }
}
