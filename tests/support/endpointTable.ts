// Every endpoint that a gateway registers.
import type { Gateway } from '../../gateway/gateway.ts';
import type { Api } from '../../gateway/routes/api.ts';
import { registerRoutes } from '../../gateway/routes/routes.ts';

/** `socket`: the endpoint is a websocket. */
export type Route = { method: string; path: string; guard: string; socket: boolean };

export function routeTable(gateway: Gateway): Route[] {
  const routes: Route[] = [];
  const api: Api = {
    on: (method, path, traits) => {
      const guard = typeof traits === 'string' ? traits : traits.guard;
      routes.push({ method, path, guard, socket: false });
    },
    socket: (path, guard) => void routes.push({ method: 'GET', path, guard, socket: true }),
  };
  registerRoutes(api, gateway);
  return routes;
}
