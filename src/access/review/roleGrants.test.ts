import { expect, test } from 'vitest';
import { textOf, type Sentence } from '../../lib/sentence.ts';
import { presetRoles } from '../presets.ts';
import { toRole } from '../role.ts';
import { ownLosses, roleMoves } from './roleGrants.ts';

const role = (name: string, spec: object) => toRole({ version: 'v6', metadata: { name }, spec });
const roles = new Map(
  [
    ...presetRoles().map(({ document }) => toRole(document)),
    role('ops', { allow: { logins: ['root'], node_labels: { env: 'prod' } } }),
    role('reader', { allow: { rules: [{ resources: ['event'], verbs: ['list', 'read'] }] } }),
    role('no-root', { deny: { logins: ['root'] } }),
  ].map((one) => [one.metadata.name, one] as const),
);
const shown = (sentences: readonly Sentence[]) =>
  sentences.map((one) => `${one.flagged ? '! ' : ''}${textOf(one)}${one.detail ? ` | ${textOf(one.detail)}` : ''}`);
const given = (after: string[], before: string[] = []) => shown(roleMoves({ who: 'nora' }, before, after, roles));

test('flags a role with full administration with the reason', () => {
  expect(given(['editor'])).toEqual([
    '! nora gets the role editor | Full administration: its users can grant themselves any permission',
  ]);
});

test('flags a role with root and joins harmless roles in one sentence', () => {
  expect(given(['ops', 'reader', 'auditor'])).toEqual([
    '! nora gets the role ops | Its users may log in as root on servers where env = prod',
    'nora gets the roles reader and auditor',
  ]);
});

test('flags a role that does not exist, and all roles that cannot be read', () => {
  expect(given(['no-such-role'])).toEqual(['! nora gets the role no-such-role | This role does not exist']);
  expect(shown(roleMoves({ who: 'nora' }, [], ['reader'], undefined))).toEqual([
    '! nora gets the role reader | Cannot show what it allows: your roles do not allow reading roles',
  ]);
});

test('flags the loss of a role with a denial', () => {
  expect(given([], ['no-root', 'reader'])).toEqual([
    '! nora loses the role no-root | Without it: no longer denies the login root',
    'nora loses the role reader',
  ]);
});

test('warns users who lose their own administration', () => {
  const editor = roles.get('editor');
  if (!editor) throw new Error('no preset');
  expect(shown(ownLosses([editor], [role('editor', { allow: {} })]))).toEqual([
    '! You can no longer change roles, users, auth connectors, join tokens and trusted clusters | These are your own permissions. Only another administrator can restore them.',
  ]);
  expect(ownLosses([editor, role('a', {})], [editor])).toEqual([]);
});
