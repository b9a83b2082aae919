import { reviewRole } from '../../../access/review/reviewRole.ts';
import { validateRole } from '../../../access/validateRole.ts';
import { ACCESS_CHANGES_SENTENCE } from '../../../api/accessAge.ts';
import { isObject, textAt } from '../../../lib/json.ts';
import { pathSteps } from '../../../lib/pathSteps.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { DocumentKind } from './kind.ts';

/** Where the server's messages point, for those that do not begin with a path. */
const PLACES: readonly (readonly [RegExp, (...parts: string[]) => YamlPath])[] = [
  [/^role version/, () => ['version']],
  [/^(?:reserved role|special characters)/, () => ['metadata', 'name']],
  [/^invalid (?:label key|origin value)/, () => ['metadata', 'labels']],
  [/role option (\w+)/, (option = '') => ['spec', 'options', option]],
  [/^wildcard matcher is not allowed in (\w+)/, (field = '') => ['spec', 'allow', field]],
  [/'(allow|deny)' rule (\d+)/, (side = '', index = '') => ['spec', side, 'rules', Number(index)]],
  [/^(allow|deny)\.impersonate/, (side = '') => ['spec', side, 'impersonate']],
  [/deny\.(impersonate|request)/, (field = '') => ['spec', 'deny', field]],
  [/^KubernetesResource/, () => ['spec', 'allow', 'kubernetes_resources']],
  [/^role field/, () => ['spec', 'allow']],
  [/request threshold/, () => ['spec', 'allow', 'request', 'thresholds']],
  [/review_requests/, () => ['spec', 'allow', 'review_requests']],
];

/** The path that a message names, as keys and indices, and the words without it; the document where it names none. */
export function readMessage(message: string): { path: YamlPath; message: string } {
  const [whole = '', named] = /^([a-z_]+(?:\.[^:\s]+|\[\d+\])*): /.exec(message) ?? [];
  if (named !== undefined) {
    return { path: pathSteps(named), message: message.slice(whole.length) };
  }
  for (const [pattern, toPath] of PLACES) {
    const found = pattern.exec(message);
    if (found) return { path: toPath(...found.slice(1)), message };
  }
  return { path: [], message };
}

/** Known since 14.0 and otherwise as v6: an older server refuses it, a newer one does not. */
const NEWER = 'v7';

const role: DocumentKind = {
  validate(document) {
    const isNewer = textAt(document, 'version') === NEWER;
    const fault = validateRole(isNewer && isObject(document) ? { ...document, version: 'v6' } : document);
    if (!fault)
      return isNewer
        ? { severity: 'warning', message: 'Servers before 14.0 refuse roles of this version', path: ['version'] }
        : undefined;
    // What one edition refuses another one takes: the server has the word.
    return { severity: fault.status === 403 ? 'warning' : 'error', ...readMessage(fault.message) };
  },
  review: reviewRole,
  reach: true,
  heldBy: { resource: 'users', field: 'roles' },
  takesEffect: `${ACCESS_CHANGES_SENTENCE} Open sessions keep the rights they started with.`,
};
export default role;
