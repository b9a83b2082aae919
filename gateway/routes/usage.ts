// Usage events and traces of the console (http-auth §12). Events are validated as the contract requires and stored only
// on this machine, for users who may list audit events.
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest } from '../http/failures.ts';
import type { Rate } from '../http/limits.ts';
import { RateLimit } from '../http/rateLimit.ts';
import { requireRule } from '../identity/caller.ts';
import { type Api } from './api.ts';
import { requesterOf } from './requester.ts';
import { discoverResources, discoverSteps, integrationKinds } from './usageNames.ts';

/** The fields of an event besides its name. The rest of the body is dropped. */
type Detail = Record<string, string | number | true>;

/** The maximum length of a stored text: enough for names. */
const TEXT_MAX = 200;
/** The rate for all callers who have not signed in. More would displace the events of signed-in users. */
const ANONYMOUS_RATE: Rate = { perMinute: 10, burst: 200 };
const PAGE_DEFAULT = 500;
const PAGE_MAX = 5000;

export function usageRoutes(api: Api, { stores, tasks, now }: Pick<Gateway, 'stores' | 'tasks' | 'now'>): void {
  const anonymous = new RateLimit(now, ANONYMOUS_RATE);
  const record = (user: string, event: string, detail: Detail) =>
    stores.usageEvents.add({ timeMs: now(), user: storedText(user), event, detail });

  api.on('POST', 'precapture', 'limited', async ({ body }) => {
    const sent = await body();
    const [event, username] = [sent.text('event'), sent.text('username')];
    if (event === '') throw badRequest('missing required parameter Event');
    if (username === '') throw badRequest('missing required parameter Username');
    if (!BEFORE_SIGN_IN.has(event)) throw badRequest(`invalid event ${event}`);
    if (!anonymous.allows('all')) return undefined;
    // The caller has not signed in: the name is unverified.
    record(username, event, { ...texts(sent, 'alert', 'mfaType', 'loginFlow'), beforeSignIn: true });
    return undefined;
  });

  api.on('POST', 'capture', 'session', async ({ caller, body }) => {
    const sent = await body();
    const event = sent.text('event');
    if (event === '') throw badRequest('missing required parameter Event');
    const check = CHECKS.get(event);
    if (!check) throw badRequest(`invalid event ${event}`);
    record(caller.user.name, event, { ...texts(sent, 'alert'), ...check(sent) });
    return undefined;
  });

  // An extension: the stored events, newest first. `before` is the last id of the previous page.
  api.on('GET', 'postern/usage', { guard: 'session', compress: true }, (call) => {
    const { caller, query } = call;
    requireRule(caller, 'event', 'list');
    const limit = Math.min(wholeNumber(query('limit'), 'limit') ?? PAGE_DEFAULT, PAGE_MAX);
    const before = wholeNumber(query('before'), 'before');
    return tasks.answer('usageEvents', { limit, before }, requesterOf(call));
  });

  // Errors get an empty answer, like in the reference.
  api.on('POST', 'traces', 'session', async ({ body, reply }) => {
    const sent = await body().catch(() => undefined);
    const spans = sent?.raw('resourceSpans');
    return reply.code(Array.isArray(spans) && spans.length > 0 ? 200 : 400).send();
  });
}

/** The database accepts no NUL. */
const storedText = (text: string): string => text.replaceAll('\0', '').slice(0, TEXT_MAX);

const texts = (from: JsonObject, ...keys: string[]): Detail =>
  Object.fromEntries(keys.flatMap((key) => (from.text(key) === '' ? [] : [[key, storedText(from.text(key))]])));

function wholeNumber(text: string, name: string): number | undefined {
  if (text === '') return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw badRequest(`${name} must be a positive number, found ${text}`);
  return Number(text);
}

const BEFORE_SIGN_IN = new Set([
  'tp.ui.onboard.setCredential.submit',
  'tp.ui.onboard.registerChallenge.submit',
  'tp.ui.onboard.completeGoToDashboard.click',
  'tp.ui.recoveryCodesContinue.click',
  'tp.ui.recoveryCodesCopy.click',
  'tp.ui.recoveryCodesPrint.click',
]);

const CTA_MAX = 7;

const CHECKS = new Map<string, (sent: JsonObject) => Detail>([
  ...[
    'tp.ui.banner.click',
    'tp.ui.onboard.addFirstResource.click',
    'tp.ui.onboard.addFirstResourceLater.click',
    'tp.ui.createNewRole.click',
    'tp.ui.createNewRoleSave.click',
    'tp.ui.createNewRoleCancel.click',
    'tp.ui.createNewRoleViewDocumentation.click',
  ].map((name) => [name, () => ({})] as const),
  ['tp.ui.callToAction.click', checkCallToAction],
  ...['start', 'complete'].map((step) => [`tp.ui.integrationEnroll.${step}`, checkEnrolment] as const),
  ...discoverSteps.map((step) => [`tp.ui.discover.${step}`, (sent: JsonObject) => checkDiscover(sent, step)] as const),
]);

function checkCallToAction(sent: JsonObject): Detail {
  const value = sent.raw('eventData');
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > CTA_MAX) {
    throw badRequest(`eventData is invalid: it must be a number from 0 to ${CTA_MAX}`);
  }
  return { callToAction: value };
}

const dataOf = (sent: JsonObject): JsonObject => {
  const data = sent.object('eventData');
  if (!data) throw badRequest('eventData is required');
  return data;
};

function checkEnrolment(sent: JsonObject): Detail {
  const data = dataOf(sent);
  if (data.text('id') === '') throw badRequest('metadata.id is required');
  const kind = data.text('kind');
  if (!integrationKinds.has(kind)) throw badRequest(`invalid integration enroll kind ${kind}`);
  return texts(data, 'id', 'kind');
}

function checkDiscover(sent: JsonObject, step: string): Detail {
  const data = dataOf(sent);
  if (data.text('id') === '') throw badRequest('metadata.id is required');
  const status = data.text('stepStatus');
  const isKnown = /^DISCOVER_STATUS_(SUCCESS|SKIPPED|ERROR|ABORTED)$/.test(status);
  if (!isKnown) throw badRequest(`invalid stepStatus ${status}`);
  if (status.endsWith('ERROR') && data.text('stepStatusError') === '') {
    throw badRequest('status.error is required when status.status is ERROR');
  }
  const resource = data.text('resource');
  if (step !== 'started' && !discoverResources.has(resource)) throw badRequest(`invalid resource ${resource}`);
  return { ...texts(data, 'id', 'resource', 'stepStatus', 'stepStatusError'), ...counts(data) };
}

/** How many resources a step found and selected. */
const counts = (data: JsonObject): Detail =>
  Object.fromEntries(
    ['autoDiscoverResourcesCount', 'selectedResourcesCount'].flatMap((key) => {
      const value = data.raw(key);
      if (value === undefined) return [];
      if (typeof value !== 'number') throw badRequest(`request: ${key} must be a number`);
      return [[key, value]];
    }),
  );
