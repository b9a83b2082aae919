import { serverBehaviour } from './serverBehaviour.ts';
import { userContext } from './userContext.ts';

/**
 * Where other machines reach the server, for commands that run there. Our gateway is where this page came from; a
 * cluster has its public address, as this console may stand before it on somebody's own machine.
 */
export function serverAddress(
  { isGateway }: Pick<typeof serverBehaviour, 'isGateway'> = serverBehaviour,
  { publicURL }: { publicURL: string } = userContext().cluster,
  page: Pick<Location, 'origin' | 'hostname' | 'port'> = location,
): { origin: string; proxy: string } {
  const { origin, hostname, port } = isGateway || publicURL === '' ? page : new URL(`https://${publicURL}`);
  return { origin, proxy: `${hostname}:${port || '443'}` };
}
