// The terminal's websocket (streams §3).
import { parseConnectParams } from '../../src/wire/terminal/connectParams.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure } from '../http/failures.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import type { Api } from './api.ts';

export function connectRoutes(api: Api, { terminals }: Pick<Gateway, 'terminals'>): void {
  api.socket('sites/:site/connect', 'locked-session+site', ({ caller, query, request }) => {
    const parsed = parseConnectParams(query('params'));
    if (!parsed.ok) throw new ApiFailure(parsed.status, parsed.message);
    const visitor = { caller, remoteAddr: remoteAddressOf(request) };
    const { params } = parsed;
    return params.kind === 'new' ? terminals.begin(visitor, params) : terminals.join(visitor, params);
  });
}
