import { roleMoves, type KnownRoles } from '../../../access/review/roleGrants.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { change, code, gain, loss, phrase, type Sentence, type Phrase } from '../../../lib/sentence.ts';
import { at, textAt, textsAt } from '../../../lib/json.ts';
import { objectsAt } from '../../../lib/objectsAt.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { EditorKind, Fault } from './kind.ts';
import type { MessagePattern } from './errorLocation.ts';
import { namesIn, namesInRules } from './kindReview.ts';

const isEnabled = (document: unknown): boolean => at(document, 'spec', 'enabled') === true;
const mapOf = (document: unknown) => objectsAt(document, 'spec', 'role_map');

/**
 * The first error that the server would return for the text alone, with the server's message (http-resources §11.4).
 */
function fault(document: unknown): Fault | undefined {
  const refuse = (message: string, ...path: YamlPath): Fault => ({ severity: 'error', path, message });
  const [map, roles] = [mapOf(document), textsAt(document, 'spec', 'roles')];
  if (map.length > 0 && roles.length > 0)
    return refuse("should set either 'roles' or 'role_map', not both", 'spec', 'roles');
  if (map.length + roles.length === 0) return refuse("missing 'role_map' parameter", 'spec', 'role_map');
  const remotes = new Set<string>();
  for (const [i, entry] of map.entries()) {
    const here: YamlPath = ['spec', 'role_map', i];
    const [remote, local] = [textAt(entry, 'remote'), textsAt(entry, 'local')];
    if (remote === '') return refuse("missing 'remote' parameter for role_map", ...here, 'remote');
    if (local.length === 0 || local.includes(''))
      return refuse("missing 'local' parameter for role_map", ...here, 'local');
    if (local.includes('*'))
      return refuse("wildcard value is not supported for 'local' property of 'role_map' entry", ...here, 'local');
    if (remotes.has(remote)) return refuse(`remote role '${remote}' match is already specified`, ...here, 'remote');
    remotes.add(remote);
  }
  return undefined;
}

/** Local roles by the remote role that grants them. */
const givenBy = (document: unknown): ReadonlyMap<string, readonly string[]> =>
  new Map([
    ...mapOf(document).map((entry) => [textAt(entry, 'remote'), textsAt(entry, 'local')] as const),
    ...[textsAt(document, 'spec', 'roles')].filter((roles) => roles.length > 0).map((roles) => ['*', roles] as const),
  ]);

const whoIs = (remote: string): Phrase =>
  remote === '*' ? ['All users of the root cluster'] : phrase`Users with the role ${code(remote)} there`;

function reviewMap(before: unknown, after: unknown, roles: KnownRoles | undefined): readonly Sentence[] {
  const [was, is] = [givenBy(before), givenBy(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((remote) =>
    roleMoves(
      { who: whoIs(remote), gets: 'get', loses: 'no longer get', where: ' here' },
      was.get(remote) ?? [],
      is.get(remote) ?? [],
      roles,
      // A role for all users needs a second look.
    ).map((sentence) => (remote === '*' && sentence.effect === 'gain' ? { ...sentence, flagged: true } : sentence)),
  );
}

function reviewTrust(before: unknown, after: unknown): readonly Sentence[] {
  const root = code(textAt(after, 'metadata', 'name'));
  if (serverBehaviour.isGateway) return reviewWithoutTunnel(before, after, root);
  if (before === undefined)
    return [
      gain(phrase`This cluster trusts the users of ${root}`, {
        rest: [': they get access here as set in the role map'],
        flagged: true,
      }),
      ...(isEnabled(after)
        ? []
        : [change('Saving contacts the root cluster. The tunnel stays closed until this is enabled')]),
    ];
  if (isEnabled(before) === isEnabled(after)) return [];
  return [
    isEnabled(after)
      ? gain(phrase`Users of ${root} have access to this cluster again`, { flagged: true })
      : loss(phrase`Users of ${root} no longer have access to this cluster`, { rest: [', and the tunnel closes'] }),
  ];
}

/** Our gateway opens no tunnels. Without a tunnel, trust gives no access (gateway/DIFFERENCES.md). */
function reviewWithoutTunnel(before: unknown, after: unknown, root: Phrase): readonly Sentence[] {
  if (before !== undefined && isEnabled(before) === isEnabled(after)) return [];
  if (before !== undefined && !isEnabled(after))
    return [loss(phrase`This cluster no longer trusts the users of ${root}`)];
  return [
    gain(phrase`This cluster trusts the users of ${root}`, {
      rest: before === undefined ? [] : [' again'],
      flagged: true,
    }),
    change('The gateway cannot open a tunnel yet: users of the root cluster get no access here'),
  ];
}

/** Fields that cannot be changed later, by their names in the server's messages. */
const FIXED: Readonly<Record<string, string>> = {
  token: 'token',
  roles: 'roles',
  'web proxy address': 'web_proxy_addr',
  'tunnel address': 'tunnel_addr',
};

const ADDRESS: YamlPath = ['spec', 'web_proxy_addr'];

/** A cluster's messages about its root, and the root's answer (http-resources §11.4). */
const REFUSALS: readonly MessagePattern[] = [
  [/^can not update (.+) for existing/, ([field = '']) => ['spec', FIXED[field] ?? 'web_proxy_addr']],
  [/\btoken has been rejected\b/, () => ['spec', 'token']],
  [/\b(?:HTTP\/TLS|no Host|dial|connect|connection|timeout|proxy of a cluster)\b/, () => ADDRESS],
];

const trustedCluster: EditorKind = {
  refusals: REFUSALS,
  validate: fault,
  roleNames: (document) => [
    ...namesInRules(document, ['spec', 'role_map'], 'local'),
    ...namesIn(at(document, 'spec'), 'roles', ['spec', 'roles']),
  ],
  review: (before, after, { roles }) => [...reviewTrust(before, after), ...reviewMap(before, after, roles)],
  reviewed: ['spec.enabled', 'spec.token', 'spec.role_map', 'spec.roles'],
  isNamedByServer: true,
  takesEffect: 'At once. Only the first save contacts the root cluster, and fails if the cluster cannot be reached.',
};
export default trustedCluster;
