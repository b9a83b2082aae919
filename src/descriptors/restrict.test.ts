// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { resourceNamed } from '../../tests/support/resourceNamed.ts';
import type { Acl } from '../api/can.ts';
import { toUserContext } from '../api/userContext.ts';
import type { DocumentType } from './documentTypes.ts';
import { resources } from './index.ts';
import { mayOf, restrict, verdictOf } from './restrict.ts';

const documents = resourceNamed('reachableDocuments');
const YES = { list: true, read: true, edit: true, create: true, remove: true, use: true };
const NO = { list: false, read: false, edit: false, create: false, remove: false, use: false };

/** The types that can be created, or the reason why not. */
const creatable = (acl: Acl) =>
  Object.fromEntries(
    (documents.yaml?.types ?? []).map((type: DocumentType) => {
      const { create } = mayOf(documents, acl, type);
      return [type.kind, create.ok || create.why];
    }),
  );

test('each kind of resource requires its own rule, and the missing rule is named', () => {
  expect(creatable({ db: YES, apps: NO, kubeClusters: NO })).toEqual({
    app: 'Your roles lack app: create',
    kube_cluster: 'Your roles lack kube_cluster: create',
    db: true,
    windows_desktop: 'Your roles lack windows_desktop: create',
    node: 'Your roles lack node: create',
  });
});

test('one kind that can be created enables the create menu', () => {
  const { may } = restrict(documents, { db: { ...YES, create: false }, apps: YES });
  expect(may.create.ok).toBe(true);
  expect(restrict(documents, { db: NO }).may.create).toEqual({ ok: false, why: 'Your roles lack db: create' });
});

test('permissions for one kind enable the list of all kinds and its documents', () => {
  const { may } = restrict(documents, { db: NO, apps: YES });
  expect(may).toEqual({ list: { ok: true }, create: { ok: true }, update: { ok: true }, remove: { ok: true } });
  expect(restrict(documents, { db: NO }).may.list).toEqual({ ok: false, why: 'Your roles lack db: list' });
});

test.each([
  ['apps', 'app'],
  ['kubernetes', 'kube_cluster'],
  ['databases', 'db'],
  ['desktops', 'windows_desktop'],
])('the document of a row of %s requires the rule of its kind', (name, kind) => {
  const actions = resources.find((one) => one.name === name)?.rowActions ?? [];
  for (const id of ['document', 'connect-settings'])
    expect(verdictOf({}, actions.find((action) => action.id === id)?.needs ?? [])).toEqual({
      ok: false,
      why: `Your roles lack ${kind}: update`,
    });
});

test('kinds without an ACL of the server are not restricted', () => {
  const aclOf = (json: object) => toUserContext({ userName: 'mara', userAcl: { db: YES }, ...json }).acl;
  expect(creatable(aclOf({}))['app']).toBe(true);
  expect(creatable(aclOf({ posternAcl: { apps: NO, kubeClusters: YES, userGroups: NO } }))).toMatchObject({
    app: 'Your roles lack app: create',
    kube_cluster: true,
  });
});
