// Join tokens (http-resources §12.1).
import { randomUUID } from 'node:crypto';
import { checkMetadata } from '../../src/access/checkMetadata.ts';
import { at, isObject, textAt } from '../../src/lib/json.ts';
import { RESOURCE_ID_LABEL, type JoinTokenJson } from '../../src/wire/joinTokens.ts';
import { newTokenName, TOKEN } from '../documents/kinds/token.ts';
import { toPrinted } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import type { StoredDocument } from '../store/documents.ts';
import { joinMethodOf } from '../tokens/joinToken.ts';
import { azureRules, azureTokenName, iamRules, iamTokenName } from '../tokens/ruleNames.ts';
import type { Api } from './api.ts';

const LIFE_MS = 4 * 3600_000;
/** A token that is not a secret practically never expires. */
const RULES_LIFE_YEARS = 1000;

/** Blocks of a spec that are stored unchanged. */
const BLOCKS = [
  'allow',
  'aws_iid_ttl',
  'github',
  'circleci',
  'kubernetes',
  'gitlab',
  'azure',
  'gcp',
  'bot_name',
  'suggested_agent_matcher_labels',
];

export function tokenRoutes(api: Api, { documents, now }: Pick<Gateway, 'documents' | 'now'>): void {
  api.on('POST', 'token', 'session', async ({ caller, body }): Promise<JoinTokenJson> => {
    requireRule(caller, 'token', 'create');
    const sent = await body();
    const spec = toSpec(sent);
    const labels = toLabels(sent.raw('labels'));
    const { name, rules, expires } = identityOf(spec, now());
    if (rules) {
      requireRule(caller, 'token', 'read');
      const existing = documents.find(TOKEN, name);
      if (existing) return toKnown(existing, spec, rules);
      // The message names the existing token, which the reference cannot create: clients know this flaw
      // (http-resources §12.1).
      if (spec['join_method'] === 'azure') throw badRequest('Azure join requires v2 token');
    }
    const resourceId = randomUUID();
    const { document } = await documents.create(
      TOKEN,
      caller,
      toPrinted({
        kind: 'token',
        version: 'v2',
        metadata: { name, expires },
        spec: { ...spec, suggested_labels: { ...labels, [RESOURCE_ID_LABEL]: resourceId } },
      }),
    );
    return {
      id: name,
      expiry: expires,
      method: joinMethodOf(document),
      suggestedLabels: [{ name: RESOURCE_ID_LABEL, value: resourceId }],
    };
  });
}

type Rules = (spec: unknown) => readonly string[];
type Identity = { name: string; expires: string; rules?: Rules };

/** The name and the expiry of the token. Tokens with rules are named after them. */
function identityOf(spec: object, nowMs: number): Identity {
  const farOff = new Date(nowMs);
  farOff.setUTCFullYear(farOff.getUTCFullYear() + RULES_LIFE_YEARS);
  switch (textAt(spec, 'join_method')) {
    case 'iam':
      return { name: iamTokenName(spec), rules: iamRules, expires: farOff.toISOString() };
    case 'azure':
      return { name: azureTokenName(spec), rules: azureRules, expires: farOff.toISOString() };
    default:
      return { name: newTokenName(), expires: new Date(nowMs + LIFE_MS).toISOString() };
  }
}

function toKnown({ name, document }: StoredDocument, spec: object, rules: Rules): JoinTokenJson {
  const had = rules(at(document, 'spec'));
  if (JSON.stringify(had) !== JSON.stringify(rules(spec))) {
    throw badRequest(`a token with the name "${name}" exists, with other rules`);
  }
  return { id: name, expiry: textAt(document, 'metadata', 'expires'), method: joinMethodOf(document) };
}

/** The server assigns the labels of joining resources and ignores submitted ones (http-resources §12.1). */
function toSpec(sent: JsonObject): Record<string, unknown> {
  const blocks = BLOCKS.flatMap((key) => {
    const value = sent.raw(key);
    return isEmpty(key, value) ? [] : [[key, value] as const];
  });
  const method = sent.text('join_method');
  return {
    ...Object.fromEntries(blocks),
    roles: sent.texts('roles') ?? [],
    ...(method !== '' && { join_method: method }),
  };
}

/** Far above what a user types. */
const LABELS_MAX = 100;

/** An extension: labels of the server. They are validated like those of the server's document. */
function toLabels(sent: unknown): Record<string, string> {
  if (sent === undefined) return {};
  if (!isObject(sent)) throw badRequest('labels: an object of names and values');
  const labels = Object.entries(sent).map(([name, value]) => {
    if (name.startsWith('teleport.')) throw badRequest(`labels: ${name} belongs to the gateway`);
    if (typeof value !== 'string') throw badRequest(`labels.${name}: a text`);
    return [name, value] as const;
  });
  if (labels.length > LABELS_MAX) throw badRequest(`labels: at most ${LABELS_MAX}`);
  const checked = Object.fromEntries(labels);
  const fault = checkMetadata({ name: 'server', labels: checked });
  if (fault !== undefined) throw badRequest(typeof fault === 'string' ? fault : fault.message);
  return checked;
}

/** Empty values are left out of the document, unless their type is wrong. */
function isEmpty(key: string, value: unknown): boolean {
  if (key === 'allow') return value === undefined || (Array.isArray(value) && value.length === 0);
  return value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);
}
