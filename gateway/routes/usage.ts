// Usage events and traces of the console (http-auth §12). They are checked as the contract says and kept nowhere: this
// gateway reports to nobody.
import { at } from '../../src/lib/json.ts';
import { readJson, type JsonObject } from '../http/body.ts';
import { badRequest } from '../http/failures.ts';
import type { Api } from './api.ts';
import { discoverResources, discoverSteps, integrationKinds } from './usageNames.ts';

export function usageRoutes(api: Api): void {
  api.on('POST', 'precapture', 'limited', async ({ body }) => {
    const sent = await body();
    const event = sent.text('event');
    if (event === '') throw badRequest('missing required parameter Event');
    if (sent.text('username') === '') throw badRequest('missing required parameter Username');
    if (!BEFORE_SIGN_IN.has(event)) throw badRequest(`invalid event ${event}`);
    return undefined;
  });

  api.on('POST', 'capture', 'session', async ({ body }) => {
    const sent = await body();
    const event = sent.text('event');
    const check = CHECKS.get(event);
    if (!check) throw badRequest(`invalid event ${event}`);
    check(sent);
    return undefined;
  });

  // Refused without a word, as the reference does it.
  api.on('POST', 'traces', 'session', async ({ request, reply }) => {
    const sent = await readJson(request).catch(() => undefined);
    const spans = at(sent, 'resourceSpans');
    return reply.code(Array.isArray(spans) && spans.length > 0 ? 200 : 400).send();
  });
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

const CHECKS = new Map<string, (sent: JsonObject) => void>([
  ...[
    'tp.ui.banner.click',
    'tp.ui.onboard.addFirstResource.click',
    'tp.ui.onboard.addFirstResourceLater.click',
    'tp.ui.createNewRole.click',
    'tp.ui.createNewRoleSave.click',
    'tp.ui.createNewRoleCancel.click',
    'tp.ui.createNewRoleViewDocumentation.click',
  ].map((name) => [name, () => undefined] as const),
  ['tp.ui.callToAction.click', checkCallToAction],
  ...['start', 'complete'].map((step) => [`tp.ui.integrationEnroll.${step}`, checkEnrolment] as const),
  ...discoverSteps.map((step) => [`tp.ui.discover.${step}`, (sent: JsonObject) => checkDiscover(sent, step)] as const),
]);

function checkCallToAction(sent: JsonObject): void {
  const value = sent.raw('eventData');
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > CTA_MAX) {
    throw badRequest(`eventData is invalid: it must be a number from 0 to ${CTA_MAX}`);
  }
}

const dataOf = (sent: JsonObject): JsonObject => {
  const data = sent.object('eventData');
  if (!data) throw badRequest('eventData is required');
  return data;
};

function checkEnrolment(sent: JsonObject): void {
  const data = dataOf(sent);
  if (data.text('id') === '') throw badRequest('metadata.id is required');
  const kind = data.text('kind');
  if (!integrationKinds.has(kind)) throw badRequest(`invalid integration enroll kind ${kind}`);
}

function checkDiscover(sent: JsonObject, step: string): void {
  const data = dataOf(sent);
  if (data.text('id') === '') throw badRequest('metadata.id is required');
  const status = data.text('stepStatus');
  const known = /^DISCOVER_STATUS_(SUCCESS|SKIPPED|ERROR|ABORTED)$/.test(status);
  if (!known) throw badRequest(`invalid stepStatus ${status}`);
  if (status.endsWith('ERROR') && data.text('stepStatusError') === '') {
    throw badRequest('status.error is required when status.status is ERROR');
  }
  const resource = data.text('resource');
  const required = step !== 'started' || resource !== '';
  if (required && !discoverResources.has(resource)) throw badRequest(`invalid resource ${resource}`);
}
