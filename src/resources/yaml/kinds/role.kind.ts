import { reviewRole } from '../../../access/review/reviewRole.ts';
import { validateRole } from '../../../access/validateRole.ts';
import { ACCESS_CHANGES_SENTENCE } from '../../../api/accessAge.ts';
import { at, isObject, textAt } from '../../../lib/json.ts';
import { isSameValue } from '../../../wire/yaml.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { DocumentKind } from './kind.ts';
import { itemPlace, readMessage } from './messagePlace.ts';
import type { MessagePlace } from './messagePlace.ts';

const SIDES = ['allow', 'deny'] as const;

/** The first pod of either side that has not what it needs (resource-specs §1.3). */
function podPlace(document: unknown, isMeant: (pod: unknown) => boolean): YamlPath {
  const lists = SIDES.map((side): YamlPath => ['spec', side, 'kubernetes_resources']);
  const places = lists.map((list) => itemPlace(document, list, isMeant));
  return places.find((place, i) => place !== lists[i]) ?? ['spec', 'allow', 'kubernetes_resources'];
}

const REFUSALS: readonly MessagePlace[] = [
  [/role option (\w+)/, ([option = '']) => ['spec', 'options', option]],
  [/^role field (allow|deny)\.(\w+)/, ([side = '', field = '']) => ['spec', side, ...conditionPath(field)]],
  [/^wildcard matcher is not allowed in (\w+)/, ([field = '']) => ['spec', 'allow', field]],
  [/'(allow|deny)' rule (\d+)/, ([side = '', index = '']) => ['spec', side, 'rules', Number(index)]],
  [/^(allow|deny)\.impersonate/, ([side = '']) => ['spec', side, 'impersonate']],
  [/deny\.(impersonate|request)/, ([field = '']) => ['spec', 'deny', field]],
  [
    /^KubernetesResource kind "(.*)" is invalid/,
    ([kind], document) => podPlace(document, (pod) => at(pod, 'kind') === kind),
  ],
  [
    /^KubernetesResource must include (Namespace|Name)$/,
    ([field = ''], document) => podPlace(document, (pod) => textAt(pod, field.toLowerCase()) === ''),
  ],
  [/^selector \*:/, (_, document) => halfSelector(document)],
  [/request threshold/, () => ['spec', 'allow', 'request', 'thresholds']],
  [/review_requests/, () => ['spec', 'allow', 'review_requests']],
];

/** A selector of all keys and not of all values. */
function halfSelector(document: unknown): YamlPath {
  const allow = at(document, 'spec', 'allow');
  const fields = isObject(allow) ? Object.entries(allow) : [];
  const field = fields.find(([key, labels]) => {
    const values = at(labels, '*');
    return key.endsWith('_labels') && values !== undefined && !isSameValue([values].flat(), ['*']);
  });
  return field ? ['spec', 'allow', field[0], '*'] : ['spec', 'allow'];
}

/** Parts of a request stand in messages without it (http-resources §11.2). */
const conditionPath = (field: string): YamlPath =>
  field === 'thresholds' || field === 'search_as_roles' ? ['request', field] : [field];

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
    return {
      severity: fault.status === 403 ? 'warning' : 'error',
      ...(readMessage(fault.message, document, REFUSALS) ?? { path: [], message: fault.message }),
    };
  },
  refusals: REFUSALS,
  review: reviewRole,
  reach: true,
  heldBy: { resource: 'users', field: 'roles' },
  takesEffect: `${ACCESS_CHANGES_SENTENCE} Open sessions keep the rights they started with.`,
};
export default role;
