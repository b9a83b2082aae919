import type { FastifyRequest } from 'fastify';
import { urlOfRoute, urlWithoutRoute } from './loggedUrl.ts';
import { factsOf } from './requestFacts.ts';

type LoggedRequest = {
  method: string;
  /** The template of the route. Absent if no route matched the request. */
  route?: string;
  url: string;
  remote: string;
};

/** A request in a log line. */
export function loggedRequest(request: FastifyRequest): LoggedRequest {
  const { method, url, params } = request;
  const { remote } = factsOf(request);
  const route = request.is404 ? undefined : request.routeOptions.url;
  return route === undefined
    ? { method, url: urlWithoutRoute(url), remote }
    : { method, route, url: urlOfRoute(route, params as Record<string, string | undefined>, url), remote };
}
