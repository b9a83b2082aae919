// Tests the templates: they must be valid, except for values that only the user knows.
import { describe, expect, test } from 'vitest';
import { DOCUMENT_SCHEMAS, type CheckedKind } from '../../../gateway/config/documentSchemas.ts';
import { documentValidator } from '../../../gateway/config/validators.ts';
import { validateConnector } from '../../../gateway/identity/sso/validateConnector.ts';
import { checkDocument as checkEntry } from '../../../gateway/inventory/checkDocument.ts';
import { validateRole } from '../../access/validateRole.ts';
import { toFieldFault } from '../../wire/documentFault.ts';
import { textAt } from '../../lib/json.ts';
import { loadKind } from '../../resources/yaml/kinds/kind.ts';
import { checkDocument } from '../../resources/yaml/problems/checkDocument.ts';
import { readTemplates } from '../../resources/yaml/documentTemplates.ts';
import { pathText } from '../../resources/yaml/problems/problem.ts';
import { loadSchemas } from '../../resources/yaml/schema/loadSchemas.ts';
import { isConnectorKind } from '../../wire/connectors.ts';

const ORIGIN = 'https://east.example.test:8443';
const galleries = import.meta.glob<string>('./*.yaml', { eager: true, query: '?raw', import: 'default' });
const schemas = import.meta.glob<{ default: object }>('../../schemas/*.schema.json', { eager: true });

/** The value of a template that only the user knows: an empty text, or a secret of the form. */
const isToEnter = (text: string, path: readonly (string | number)[]): boolean =>
  new RegExp(`\\b${String(path.at(-1))}: (''|# entered)`).test(text);

const NO_KUBECONFIG = [
  expect.stringMatching(/^spec\.kubeconfig: Without a kubeconfig here, the gateway connects only/),
];
/** The gateway cannot connect with the content of these templates. */
const NEEDED: Readonly<Record<string, unknown>> = {
  'Amazon EKS': NO_KUBECONFIG,
  'Azure AKS': NO_KUBECONFIG,
  'Google GKE': NO_KUBECONFIG,
};

/** The error of the gateway for a document. Undefined if it accepts the document. */
function refusal(kind: string, document: unknown): string | undefined {
  if (kind === 'role') return validateRole(document)?.message;
  if (isConnectorKind(kind)) {
    const fault = validateConnector({ kind, name: textAt(document, 'metadata', 'name'), document }, () => true);
    return fault && toFieldFault(fault).message;
  }
  const entry = checkEntry(document);
  if (entry.ok) return undefined;
  const { message } = toFieldFault(entry.fault);
  if (message !== 'not a valid resource declaration') return message;
  const isChecked = (name: string): name is CheckedKind => Object.hasOwn(DOCUMENT_SCHEMAS, name);
  if (!isChecked(kind)) return `nobody checks ${kind}`;
  const validate = documentValidator(kind);
  return validate(document) ? undefined : JSON.stringify(validate.errors?.[0]);
}

describe.each(Object.entries(galleries))('%s', (file, source) => {
  const kind = file.replace('./', '').replace('.yaml', '');
  const templates = readTemplates(source, ORIGIN);

  test.each(templates.map((template) => [template.label, template] as const))('%s', async (_, template) => {
    const text = template.content;
    const schema = await loadSchemas(kind, schemas[`../../schemas/${kind}.schema.json`]);
    const { problems, value } = checkDocument(text, {
      kind,
      name: undefined,
      schema,
      editorKind: await loadKind(kind),
    });
    const left = problems.filter(({ path, message }) => !isToEnter(text, path) && !/is missing$/.test(message));
    expect(left.map(({ path, message }) => `${pathText(path)}: ${message}`)).toEqual(NEEDED[template.label] ?? []);
    for (const { path, message } of problems) {
      const missing = /“(\w+)” is missing/.exec(message)?.[1];
      if (missing !== undefined) expect(isToEnter(text, [...path, missing]), message).toBe(true);
    }
    // With the values of the user filled in, the gateway accepts the document.
    const toEnter = [...text.matchAll(/^ *(?:- )?(\w+): (?:''|# entered.*)$/gm)].map(([, name = '']) => name);
    const filled = toEnter.reduce((document, name) => fill(document, name), value);
    expect(refusal(kind, filled)).toBeUndefined();
  });

  test('has comments, unique labels and unique content', () => {
    expect(new Set(templates.map(({ label }) => label)).size).toBe(templates.length);
    expect(new Set(templates.map(({ content }) => content)).size).toBe(templates.length);
    for (const { label, text } of templates) expect(`${label}${text}`).not.toMatch(/[.!]$/);
    expect(templates.some(({ content }) => /^ *# /m.test(content))).toBe(true);
  });

  test('addresses of the API have the origin of this console', () => {
    for (const { content } of templates)
      for (const [address] of content.matchAll(/\S+\/v1\/webapi\/\S+/g)) expect(address.startsWith(ORIGIN)).toBe(true);
  });
});

/** The document with a value for each empty field of this name. */
function fill(value: unknown, name: string): unknown {
  const entered = name.endsWith('url') ? 'https://login.example.test' : 'ZW50ZXJlZA==';
  if (Array.isArray(value)) return value.map((item) => fill(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === name && (inner === null || inner === '') ? entered : fill(inner, name),
    ]),
  );
}
