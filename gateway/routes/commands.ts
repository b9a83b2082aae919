// The websocket that runs a command on many nodes (streams §8).
import { parseExecuteParams } from '../../src/wire/command/executeParams.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest } from '../http/failures.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import type { Api } from './api.ts';

export function commandRoutes(api: Api, { executions }: Pick<Gateway, 'executions'>): void {
  api.socket('command/:site/execute', 'session+site', ({ caller, query, request }) => {
    const parsed = parseExecuteParams(query('params'));
    if (!parsed.ok) throw badRequest(parsed.message);
    const visitor = { caller, remoteAddr: remoteAddressOf(request) };
    return (socket) => executions.begin(socket, visitor, parsed.params);
  });
}
