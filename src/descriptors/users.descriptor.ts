import { serverBehaviour } from '../api/serverBehaviour.ts';
import { wholeList } from '../api/lists.ts';
import { readUser, saveUserBody, toUser, USER_TRAITS, type User } from '../api/users.ts';
import type { AuthType } from '../wire/http.ts';
import { isRoleArn } from '../wire/clouds.ts';
import { TRAIT_NAMES } from '../wire/userContext.ts';
import { moves } from '../lib/moves.ts';
import { code, gain, loss, phrase } from '../lib/sentence.ts';
import { defineResource } from './defineResource.ts';
import { asKind } from './kinds.ts';

const TYPE_LABELS: Readonly<Record<string, string>> = {
  local: 'local',
  github: 'GitHub',
  oidc: 'OIDC',
  saml: 'SAML',
} satisfies Record<AuthType, string>;

/** Servers can have other connector types. */
const typeLabel = ({ authType }: { authType: string }): string =>
  TYPE_LABELS[authType] ?? (authType || 'another service');

/**
 * Characters of names in the server's storage, without the slash: the server accepts such a name, but cannot find the
 * user by it (resource-specs §25.3).
 */
const USER_NAME = /^(?!\.{1,2}$)[0-9A-Za-z@_:.\-+]+$/;

const AWS_TRAIT = TRAIT_NAMES.awsRoleArns;

/** Trait values that mean an administrator, or every user. */
const MIGHTY = new Set(['root', 'Administrator', 'system:masters', '*']);

/** The added and removed values of one trait. */
const traitMoves = (who: string, trait: string, before: readonly string[] = [], after: readonly string[] = []) => {
  const { gained, lost } = moves(before, after);
  return [
    ...gained.map((value) =>
      gain(phrase`${who} gets ${code(value)} in ${code(trait)}`, { flagged: MIGHTY.has(value) }),
    ),
    ...lost.map((value) => loss(phrase`${who} loses ${code(value)} in ${code(trait)}`)),
  ];
};

export default defineResource<User>({
  name: 'users',
  label: ['User', 'Users'],
  title: 'Manage Users',
  icon: 'users',
  path: 'users',
  acl: 'users',
  verbs: { list: ['list', 'read'], update: ['edit', 'read'] },
  nav: { category: 'Management', section: 'Access', flag: 'users', weight: 1 },
  wire: {
    list: wholeList('users', toUser),
    read: readUser,
    one: { url: 'users/:id' },
    create: { url: 'users', body: saveUserBody },
    update: { url: 'users', body: saveUserBody },
    remove: { url: 'users/:id' },
  },
  fields: [
    {
      source: 'name',
      kind: 'person',
      label: 'Name',
      sort: true,
      list: { width: [160, 232] },
      input: {
        required: true,
        readOnly: 'onEdit',
        help: 'The name the user signs in with. It cannot be changed later.',
        check: (name) =>
          typeof name === 'string' && !USER_NAME.test(name)
            ? 'A name has the letters a to z, digits and @ _ : . - + only, without blanks, and is not “.” or “..”'
            : undefined,
      },
    },
    {
      source: 'roles',
      kind: 'chips',
      label: 'Roles',
      sort: true,
      list: { width: 'rest' },
      input: {
        required: true,
        missing: 'At least one role is required',
        options: 'roles',
        help: serverBehaviour.userRolesCount,
      },
    },
    { source: 'authType', kind: 'text', label: 'Type', sort: true, list: { width: 104 }, value: typeLabel },
    {
      source: 'traits',
      kind: 'traits',
      label: 'Traits',
      list: false,
      input: {
        keys: USER_TRAITS,
        help: 'Role templates such as {{internal.logins}} insert these values',
        check: (traits) => {
          const wrong = (asKind('traits', traits)?.[AWS_TRAIT] ?? []).find((arn) => !isRoleArn(arn));
          return wrong === undefined
            ? undefined
            : `“${wrong}” in ${AWS_TRAIT} is not a role ARN like arn:aws:iam::123456789012:role/ReadOnly`;
        },
      },
      value: (user) => user.traits ?? {},
    },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search name, role or type',
    empty: {
      title: 'No users yet',
      text: 'A user gets a one-time link, sets a password and a second factor, and has the access that the selected roles allow.',
    },
  },
  form: {
    sections: [
      { title: 'Name', fields: ['name'] },
      { title: 'Roles', fields: ['roles'] },
      { title: 'Traits', fields: ['traits'] },
    ],
    aside: (user) => `${typeLabel(user)} user`,
    actions: 'Access to the account',
    created: 'invite',
    panels: { logins: 'Roles', webSessions: 'Traits' },
    // `roleField` covers the permissions of the roles.
    review: (before, after) =>
      Object.keys({ ...before.traits, ...after.traits }).flatMap((trait) =>
        traitMoves(after.name, trait, before.traits?.[trait], after.traits?.[trait]),
      ),
    roleField: 'roles',
  },
  fixed: (user) =>
    user.authType === 'local'
      ? undefined
      : {
          mark: 'from sign-in',
          why: `${user.name} comes from ${typeLabel(user)} and gets the roles that its connector gives at each sign-in`,
        },
  lockTarget: ({ name }) => ({ kind: 'user', value: name }),
  palette: { sign: '@' },
  removal: {
    effects: (user) => [
      `${user.name} can no longer sign in, and ${serverBehaviour.removedUserSessions}`,
      'Recordings and audit events stay',
    ],
    kept: (user, self) => (user.name === self ? 'You cannot delete your own account' : undefined),
  },
  rowActions: [
    {
      id: 'reset',
      label: 'Reset sign-in',
      icon: 'rotate-ccw',
      needs: [['users', 'edit']],
      blocked: ({ name }, self) =>
        name === self ? 'Change your password and second factors in your account settings' : undefined,
      run: (user, context) => context.dialog('reset', user),
    },
    {
      id: 'access',
      label: 'Check access',
      icon: 'shield',
      run: (user, context) => context.checkAccess({ user: user.name }),
    },
  ],
  bulk: {
    actions: [
      {
        id: 'roles',
        label: () => 'Change roles',
        icon: 'shield',
        needs: [
          ['users', 'edit'],
          ['users', 'read'],
        ],
        edit: {
          field: 'roles',
          passing: (user) => (user.authType === 'local' ? undefined : 'until the next sign-in'),
          effects: 'logins',
          eventCode: 'T1003I',
        },
      },
    ],
    removal: {
      effects: [
        `They can no longer sign in, and ${serverBehaviour.removedUserSessions}`,
        'Recordings and audit events stay',
      ],
      eventCode: 'T1004I',
    },
  },
});
