// The audit log (http-resources §10.1).
import { isTime } from '../../src/access/checkMetadata.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import type { EventFilter } from '../store/eventFilter.ts';
import type { EventQuery } from '../store/events.ts';
import { LOG_BUDGET } from '../store/predicateCost.ts';
import type { Api, Call } from './api.ts';
import { toPredicate, toSearch } from './listQuery.ts';
import { requesterOf } from './requester.ts';

const LIMIT_DEFAULT = 500;
const LIMIT_MAX = 10_000;
/** More than the number of event types. */
const NAMES_MAX = 1000;
const BARS_MAX = 1000;
const DAY_MS = 86_400_000;
const MONTH_MS = 31 * DAY_MS;

export function eventRoutes(api: Api, { tasks, now }: Pick<Gateway, 'tasks' | 'now'>): void {
  api.on('GET', 'sites/:site/events/search', { guard: 'session+site', compress: true }, (call) => {
    const include = call.query('include');
    const query = { ...eventParameters(call, now()), ...(include !== '' && { names: toNames(include) }) };
    requireRule(call.caller, 'event', 'list');
    requireInBounds(query);
    return tasks.answer('auditEvents', { ...query, filter: toFilter(call) }, requesterOf(call));
  });

  api.on('GET', 'sites/:site/events/facets', { guard: 'session+site', compress: true }, (call) => {
    const query = eventParameters(call, now());
    requireRule(call.caller, 'event', 'list');
    requireInBounds(query);
    return tasks.answer('eventFacets', query, requesterOf(call));
  });

  api.on('GET', 'sites/:site/events/histogram', { guard: 'session+site', compress: true }, (call) => {
    const query = eventParameters(call, now());
    requireRule(call.caller, 'event', 'list');
    requireInBounds(query);
    const stepMs = toStep(call.query('step'), query);
    return tasks.answer('eventHistogram', { ...query, stepMs, filter: toFilter(call) }, requesterOf(call));
  });
}

/** The filter of the console (an extension). */
function toFilter({ query }: Pick<Call, 'query'>): EventFilter {
  const predicate = toPredicate(query('query'), LOG_BUDGET);
  if (!predicate.ok) throw predicate.failure;
  return { search: toSearch(query('search')), ...(predicate.value && { predicate: predicate.value }) };
}

function toStep(text: string, { fromMs, toMs }: EventQuery): number {
  const stepMs = /^[1-9]\d{0,12}$/.test(text) ? Number(text) : 0;
  if (stepMs === 0) throw badRequest(`step must be a number of milliseconds: ${text}`);
  if ((toMs - fromMs) / stepMs > BARS_MAX) throw badRequest(`step makes more than ${BARS_MAX} bars`);
  return stepMs;
}

/** The parameters that searches of events share. */
export function eventParameters({ query }: Pick<Call, 'query'>, nowMs: number): EventQuery {
  const startKey = query('startKey');
  return {
    fromMs: toTime(query('from'), 'from', nowMs - MONTH_MS),
    toMs: toTime(query('to'), 'to', nowMs),
    order: toOrder(query('order')),
    limit: toLimit(query('limit')),
    ...(startKey !== '' && { after: startKey }),
  };
}

/**
 * The refusals of the log itself, for callers who may read it. A reversed range of less than a day is just empty
 * (http-resources §10.1).
 */
export function requireInBounds({ fromMs, toMs, limit }: EventQuery): void {
  if (limit > LIMIT_MAX) throw badRequest(`limit ${limit} exceeds max iteration limit 1000`);
  if (fromMs - toMs >= DAY_MS) throw badRequest('invalid days');
}

function toNames(include: string): string[] {
  const names = [...new Set(include.split(','))];
  if (names.length > NAMES_MAX) throw badRequest(`include names more than ${NAMES_MAX} events`);
  return names;
}

/** A cluster accepts no lower-case letters here, though documents may have them. */
function toTime(text: string, name: string, otherwise: number): number {
  if (text === '') return otherwise;
  const ms = isTime(text) && text === text.toUpperCase() ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw badRequest(`failed to parse ${name} as RFC3339 time: ${text}`);
  return ms;
}

function toOrder(text: string): 'asc' | 'desc' {
  if (text === '' || text === 'desc') return 'desc';
  if (text === 'asc') return 'asc';
  throw badRequest(`parameter ${text} is not a valid ordering`);
}

function toLimit(text: string): number {
  if (text === '') return LIMIT_DEFAULT;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`failed to parse limit as limit: ${text}`);
  const limit = Number(text);
  return limit <= 0 ? LIMIT_DEFAULT : limit;
}
