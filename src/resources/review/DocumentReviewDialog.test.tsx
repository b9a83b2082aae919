import { screen, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, type DataProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetFailedCall } from '../../../tests/support/resourceHarness.tsx';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { config } from '../../api/config.ts';
import { ApiError } from '../../api/errors.ts';
import { change, gain, type Sentence } from '../../lib/sentence.ts';
import { FEATURE_SOURCE_TEXT } from '../../wire/config.ts';
import { parseYaml } from '../../wire/yaml.ts';
import github from '../yaml/kinds/github.kind.ts';
import oidc from '../yaml/kinds/oidc.kind.ts';
import role from '../yaml/kinds/role.kind.ts';
import trustedCluster from '../yaml/kinds/trusted_cluster.kind.ts';
import { DocumentReviewDialog } from './DocumentReviewDialog.tsx';

const roles = resourceNamed('roles');
const trusted = resourceNamed('trusted');

const BEFORE = 'kind: role\nmetadata:\n  name: dev\nspec: {}\n';
const AFTER = 'kind: role\nmetadata:\n  name: dev\nspec:\n  deny: {}\n';

let server: string | undefined;
let isDown: boolean;
let fixed: readonly string[];
let reviewed: readonly string[] | undefined;
let sentences: readonly Sentence[];
const update = vi.fn<DataProvider['update']>();
const create = vi.fn<DataProvider['create']>();
const onWritten = vi.fn();
const onEdit = vi.fn();
const onRefused = vi.fn();

beforeEach(() => {
  server = BEFORE;
  isDown = false;
  fixed = [];
  reviewed = undefined;
  sentences = [change('Nothing much')];
  vi.clearAllMocks();
  update.mockImplementation(async (_, { data }) => ({ data: { ...data, id: 'dev' } }));
  create.mockImplementation(async (_, { data }) => ({ data: { ...data, id: 'dev' } }));
});

afterEach(() => {
  config.extensions = [];
});

function open(base: string | undefined, text = AFTER) {
  const dataProvider = {
    getMany: async () => {
      if (isDown) throw new ApiError('The server did not answer', 0);
      return { data: server === undefined ? [] : [{ id: 'dev', content: server, fixed }] };
    },
    getList: async () => ({ data: [{ id: 'mara', roles: ['dev'] }], total: 1 }),
    update,
    create,
  } as unknown as DataProvider;
  render(
    <CoreAdminContext dataProvider={dataProvider}>
      <>
        <DocumentReviewDialog
          resource={roles}
          name="roles"
          id="dev"
          called="dev"
          secrets={[]}
          base={base === undefined ? undefined : { text: base, readAtMs: 1 }}
          text={text}
          editorKind={{
            review: () => sentences,
            ...(reviewed && { reviewed }),
            heldBy: { resource: 'users', field: 'roles' },
            takesEffect: 'Soon.',
          }}
          describe={(was, is) => [change(`Field by field: ${JSON.stringify([was, is])}`)]}
          kind="role"
          isFaulty={(read) => !parseYaml(read).ok}
          reprint={undefined}
          onRefused={onRefused}
          onClose={() => undefined}
          onWritten={onWritten}
          onEdit={onEdit}
        />
      </>
    </CoreAdminContext>,
  );
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('Enter saves a change without flagged effects and returns the answer of the server', async () => {
  open(BEFORE);
  const save = await button('Save role');
  expect(document.activeElement).toBe(save);
  expect(await screen.findByText('1 user')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onWritten).toHaveBeenCalledTimes(1));
  expect(onWritten.mock.calls[0]?.[0]).toMatchObject({
    row: { id: 'dev' },
    copy: { text: AFTER },
    before: { text: BEFORE },
  });
});

test('lists changed fields that the sentences of the kind do not cover separately', async () => {
  const text = (claim: string, display: string) =>
    `kind: role\nspec:\n  display: ${display}\n  username_claim: ${claim}\n`;
  server = text('email', 'Corp');
  reviewed = ['spec.display'];
  open(server, text('nickname', 'Corporation'));
  await screen.findByText('Nothing much');
  const [was, is] = ['email', 'nickname'].map((claim) => ({ kind: 'role', spec: { username_claim: claim } }));
  expect(screen.getByText(`Field by field: ${JSON.stringify([was, is])}`)).toBeTruthy();
});

test('lists a changed description of a role separately, but not its version and expiry', async () => {
  const text = (description: string, end: string, spec: string) =>
    `kind: role\nversion: ${end ? 'v7' : 'v6'}\nmetadata: {description: ${description}${end}}\n${spec}`;
  server = text('Old', '', '');
  reviewed = role.reviewed;
  open(server, text('New', ', expires: 2030-01-31T12:00:00Z', 'spec: {allow: {}, deny: {}, options: {}}\n'));
  await screen.findByText('Nothing much');
  const [was, is] = ['Old', 'New'].map((description) => ({ kind: 'role', metadata: { description }, spec: {} }));
  expect(screen.getByText(`Field by field: ${JSON.stringify([was, is])}`)).toBeTruthy();
});

test('shows only the sentences of the kind when they cover the change', async () => {
  reviewed = ['spec.deny'];
  open(BEFORE);
  await screen.findByText('Nothing much');
  expect(screen.queryByText(/Field by field/)).toBeNull();
});

test.each([
  ['OIDC connector', oidc, 'client_secret'],
  ['GitHub connector', github, 'client_secret'],
  ['trusted cluster', trustedCluster, 'token'],
])('does not list the empty field of a hidden secret of a %s', async (_, { reviewed: fields }, secret) => {
  server = `kind: role\nspec:\n  ${secret}:\n`;
  reviewed = fields;
  open(server, `kind: role\nspec:\n  ${secret}: ""\n`);
  await screen.findByText('Nothing much');
  expect(screen.queryByText(/Field by field/)).toBeNull();
});

test('a value from gateway.yaml that the text omits is not a change', async () => {
  const spec = (values: string) => `kind: role\nspec: {${values}}\n`;
  server = spec('second_factor: optional, motd: Hello');
  fixed = ['spec.second_factor'];
  sentences = [];
  open(server, spec('motd: Welcome'));
  const documents = ['Hello', 'Welcome'].map((motd) => ({ kind: 'role', spec: { second_factor: 'optional', motd } }));
  const line = await screen.findByText(/^Field by field/);
  expect(JSON.parse(line.textContent.replace('Field by field: ', ''))).toEqual(documents);
});

test('Enter returns to editing when the change has flagged effects', async () => {
  sentences = [gain('May now log in as root', { flagged: true })];
  open(BEFORE);
  await button('Save role');
  expect(document.activeElement).toBe(await button('Back to editing'));
});

test('a second click during a save does not write again', async () => {
  update.mockImplementation(() => new Promise(() => undefined));
  open(BEFORE);
  await userEvent.click(await button('Save role'));
  await userEvent.click(await button(/Sav/));
  await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
});

test('shows the server’s error and allows another save', async () => {
  update.mockRejectedValueOnce(new ApiError('the last administrator would be locked out', 400));
  open(BEFORE);
  await userEvent.click(await button('Save role'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('“the last administrator would be locked out”');
  expect(alert.textContent).toContain('Your text is kept');
  await forgetFailedCall();
  await userEvent.click(await button('Save role'));
  await waitFor(() => expect(onWritten).toHaveBeenCalledTimes(1));
});

test('does not overwrite a copy that changes while the review is open', async () => {
  open(BEFORE);
  const save = await button('Save role');
  server = BEFORE.replace('spec: {}', 'spec: {allow: {}}');
  await userEvent.click(save);
  expect(await screen.findByRole('dialog', { name: 'Role dev changed on the server' })).toBeTruthy();
  expect(update).not.toHaveBeenCalled();
});

test('does not overwrite a new comment if the server stores source texts', async () => {
  config.extensions = [FEATURE_SOURCE_TEXT];
  open(BEFORE);
  const save = await button('Save role');
  server = `${BEFORE}# ticket 4711\n`;
  await userEvent.click(save);
  expect(await screen.findByRole('dialog', { name: 'Role dev changed on the server' })).toBeTruthy();
  await userEvent.click(await button('Save merged role'));
  await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
  expect(update.mock.calls[0]?.[1].data).toEqual({ content: `${AFTER}# ticket 4711\n` });
});

test('a second conflict resets the decisions', async () => {
  const both = (text: string) => `kind: role\nmetadata:\n  name: dev\nspec: ${text}\n`;
  server = both('{theirs: 1}');
  open(BEFORE, both('{mine: 1}'));
  await userEvent.click(await screen.findByRole('radio', { name: 'Theirs' }));
  expect(screen.getByText('Decided: theirs')).toBeTruthy();
  server = both('{theirs: 2}');
  await userEvent.click(await button('Save merged role'));
  expect(await screen.findByText('It was changed again. Choose again.')).toBeTruthy();
  expect(screen.getByText('Not decided')).toBeTruthy();
  await userEvent.click(await button('Save merged role'));
  expect(update).not.toHaveBeenCalled();
});

test.each([
  ['changed', BEFORE, 0],
  ['changed', BEFORE, 504],
  ['new', undefined, 0],
])('a check after a lost answer reports a %s document as saved', async (_, base, status) => {
  const lost = async () => {
    server = AFTER;
    throw new ApiError('The server did not answer', status);
  };
  update.mockImplementation(lost);
  create.mockImplementation(lost);
  server = base;
  open(base);
  await userEvent.click(await button('Save role'));
  await waitFor(() => expect(onWritten).toHaveBeenCalledTimes(1));
  expect(onWritten.mock.calls[0]?.[0]).toMatchObject({ row: { id: 'dev' }, copy: { text: AFTER } });
  expect(onRefused).not.toHaveBeenCalled();
  await forgetFailedCall();
});

const TRUST = `kind: trusted_cluster
version: v2
metadata:
  name: sent
spec:
  enabled: true
  token: # hidden
  web_proxy_addr: hq.example.test:443
  role_map:
    - { remote: access, local: guest }
`;
/** As a cluster stores it: under the name of the root cluster, with defaults. */
const STORED_TRUST = TRUST.replace('name: sent', 'name: hq')
  .replace('token: # hidden', 'token: ""')
  .replace('local: guest', 'local: [guest]')
  .concat('  tunnel_addr: hq.example.test:443\n');

test.each([
  ['saved', 'that the server names is found under its new name', STORED_TRUST],
  ['was not saved', 'is not mistaken for another root cluster', STORED_TRUST.replace('hq.example', 'a.example')],
])('%s: a trusted cluster whose answer was lost %s', async (outcome, _, stored) => {
  expect(trustedCluster.isNamedByServer).toBe(true);
  let rows: { id: string; content: string }[] = [];
  create.mockImplementation(async () => {
    rows = [{ id: 'hq', content: stored }];
    throw new ApiError('The server did not answer', 0);
  });
  const getMany = async (__: string, { ids }: { ids: unknown[] }) => ({
    data: rows.filter(({ id }) => ids.includes(id)),
  });
  const getList = async () => ({ data: rows, total: rows.length });
  const dataProvider = { getMany, getList, create } as unknown as DataProvider;
  render(
    <CoreAdminContext dataProvider={dataProvider}>
      <DocumentReviewDialog
        resource={trusted}
        name="trusted"
        id="sent"
        called="sent"
        secrets={[]}
        base={undefined}
        text={TRUST}
        editorKind={{ isNamedByServer: true }}
        describe={() => []}
        kind="trusted_cluster"
        isFaulty={() => false}
        reprint={undefined}
        onRefused={onRefused}
        onClose={() => undefined}
        onWritten={onWritten}
        onEdit={onEdit}
      />
    </CoreAdminContext>,
  );
  await userEvent.click(await button('Save trusted cluster'));
  if (outcome === 'saved') {
    await waitFor(() => expect(onWritten).toHaveBeenCalledTimes(1));
    expect(onWritten.mock.calls[0]?.[0]).toMatchObject({ row: { id: 'hq' }, copy: { text: STORED_TRUST } });
  } else expect((await screen.findByRole('alert')).textContent).toContain('was not saved');
  await forgetFailedCall();
});

test('reports an unknown outcome and lets the user check it', async () => {
  update.mockImplementation(async () => {
    isDown = true;
    throw new ApiError('The server did not answer', 0);
  });
  open(BEFORE);
  await userEvent.click(await button('Save role'));
  expect((await screen.findByRole('alert')).textContent).toContain('It is unknown whether the role dev was saved.');
  expect((await button('Save role')).getAttribute('aria-disabled')).toBe('true');
  isDown = false;
  await userEvent.click(await button('Check'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The role dev was not saved'));
  await forgetFailedCall();
});

test.each([
  [new ApiError('disk full', 500), /Save again, or go back/],
  [new ApiError('502 - /v1/webapi/roles/dev', 502, { isForeign: true }), /Save again/],
  [new ApiError('bad version', 400), /fix it and save again/],
  [new ApiError('role guest is not found', 404), /editing, correct the name that does not exist and save again/],
  [new ApiError('trusted cluster is unchanged', 409), /Save again.*compared with the server’s copy first/],
  [new ApiError('revision is not current', 412), /Save again.*compared with the server’s copy first/],
  [new ApiError('the read limit is reached', 429), /Wait a minute and save again.*shorten the text/],
  [new ApiError('only available in enterprise subscriptions', 403), /If your roles .* administrator.*fix it/],
])('after %s the note gives the advice for this status', async (error, advice) => {
  update.mockRejectedValue(error);
  open(BEFORE);
  await userEvent.click(await button('Save role'));
  expect((await screen.findByRole('alert')).textContent).toMatch(advice);
  await forgetFailedCall();
});

test.each([
  [404, BEFORE, undefined, 'The role dev was deleted on the server'],
  [409, BEFORE, BEFORE.replace('spec: {}', 'spec: {allow: {}}'), 'Role dev changed on the server'],
  [412, BEFORE, BEFORE.replace('spec: {}', 'spec: {allow: {}}'), 'Role dev changed on the server'],
  [409, undefined, BEFORE, 'A role dev already exists'],
])('after %i due to a concurrent change, the review shows the change', async (status, base, now, title) => {
  const refuse = async () => {
    server = now;
    throw new ApiError('too late', status);
  };
  update.mockImplementation(refuse);
  create.mockImplementation(refuse);
  server = base;
  open(base);
  await userEvent.click(await button('Save role'));
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  await forgetFailedCall();
});

test('a new document cannot replace a document of the same name', async () => {
  open(undefined);
  expect(await screen.findByRole('dialog', { name: 'A role dev already exists' })).toBeTruthy();
});

test('creates a deleted document again', async () => {
  server = undefined;
  open(BEFORE);
  await userEvent.click(await button('Create role again'));
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
});

test('a merged text with errors cannot be saved, only fixed', async () => {
  server = 'kind: role\nmetadata:\n  name: dev\nspec: {}\nversion: v6\n';
  open(BEFORE, 'kind: role\nmetadata:\n  name: dev\nspec: {}\n# mine\n'.replace('spec: {}', 'spec: ['));
  await screen.findByText('The merged text has errors.');
  await userEvent.click(await button('Fix the merged text'));
  expect(onEdit).toHaveBeenCalledWith(expect.stringContaining('spec: ['), expect.objectContaining({ text: server }));
});

test('shows no effects of a merged text with errors', async () => {
  sentences = [gain('May now log in as root', { flagged: true })];
  server = BEFORE.replace('spec: {}', 'description: Dev\nspec: {}');
  open(BEFORE, `${BEFORE}description: Dev\n`.replace('spec: {}', 'spec: {deny: {}}'));
  await screen.findByText('The merged text has errors.');
  expect(screen.queryByText('May now log in as root')).toBeNull();
  expect(screen.queryByText('Effective access')).toBeNull();
});

test('offers to load a copy that already has the values of the text', async () => {
  server = BEFORE.replace('spec: {}', 'description: Dev\nspec: {}');
  open(BEFORE, `${BEFORE}description: Dev\n`);
  await userEvent.click(await button('Load their copy'));
  expect(onEdit).toHaveBeenCalledWith(server, expect.objectContaining({ text: server }));
});

test('reviews a long text in a worker', async () => {
  const asked: string[] = [];
  class FakeWorker extends EventTarget {
    postMessage({ id, task }: { id: number; task: string }) {
      asked.push(task);
      const data = { id, sentences: [gain('May now log in as root', { flagged: true })] };
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  sentences = [change('Worked out on the page')];
  open(BEFORE, `${AFTER}# ${'x'.repeat(200_000)}\n`);
  expect(await screen.findByText('May now log in as root')).toBeTruthy();
  expect(asked).toEqual(['review']);
  expect(screen.queryByText('Worked out on the page')).toBeNull();
  vi.unstubAllGlobals();
});
