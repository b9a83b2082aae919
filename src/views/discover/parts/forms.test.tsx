// Forms of resources to which the gateway connects directly: secrets and labels.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ACL, ALL, answers, open, sent, SLOW, answerDiscover } from '../../../../tests/support/discoverPage.tsx';
import { at } from '../../../lib/json.ts';
import { parseYaml } from '../../../wire/yaml.ts';
import { CONNECT_SETTINGS, toFeatures } from '../../../wire/config.ts';

answerDiscover();

const GATEWAY = {
  isEmbedded: true,
  acl: { ...ACL, apps: ALL, kubeClusters: ALL, desktops: ALL, db: ALL },
  config: { postern: { features: toFeatures([CONNECT_SETTINGS]) } },
};
const KUBECONFIG = '{contexts: [{name: a}], current-context: a, users: [{user: {token: x}}]}';
const LOST = /Enter it again: the stored one belongs to the name/;

beforeEach(() => {
  answers['mara'] = { name: 'mara', roles: ['access'], authType: 'local', traits: {} };
  answers['POST kube_cluster'] =
    answers['POST app'] =
    answers['POST windows_desktop'] =
    answers['POST db'] =
      {
        revision: 'r1',
      };
});

const next = () => userEvent.click(screen.getByRole('button', { name: /^(Next|Finish)/ }));
const back = () => userEvent.click(screen.getByRole('button', { name: 'Back' }));
const field = (name: string) => screen.findByLabelText(name, { exact: true }, SLOW);
async function fill(name: string, text: string) {
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.click(input);
  await userEvent.paste(text);
}
const writes = (method: string, end: string) =>
  sent.filter((call) => call.method === method && call.path.split('?')[0]?.endsWith(end));
const secretsOf = (connect: object) => ({ connect, source: 'console', stale: false });

/** Opens the form of a Kubernetes cluster, fills it in and saves it. */
async function storeCluster() {
  open({ at: '/discover?resource=kubernetes', ...GATEWAY });
  await fill('Name', 'eu-1');
  await fill('Kubeconfig', KUBECONFIG);
  answers['PUT eu-1'] = secretsOf({ kubeconfig: true, context: 'a' });
  await next();
}
const accessStep = () => screen.findByRole('heading', { name: /Set up access/ }, SLOW);

test('a stored kubeconfig applies only to its resource name', async () => {
  await storeCluster();
  await accessStep();
  await back();
  await screen.findByText(/^Stored in the gateway/);
  await fill('Name', 'eu-2');
  expect(screen.queryByText(/^Stored in the gateway/)).toBeNull();
  screen.getByText(LOST);
  await next();
  await waitFor(() => expect(screen.getByLabelText('Kubeconfig').getAttribute('aria-invalid')).toBe('true'));
  expect(writes('POST', '/kube_cluster')).toHaveLength(1);
  expect(writes('DELETE', '/eu-1')).toEqual([]);

  answers['PUT eu-2'] = secretsOf({ kubeconfig: true, context: 'a' });
  answers['DELETE eu-1'] = {};
  await fill('Kubeconfig', KUBECONFIG);
  await next();
  await accessStep();
  expect(writes('PUT', '/eu-2').at(-1)?.body).toEqual({ connect: { kubeconfig: KUBECONFIG, context: 'a' } });
  expect(writes('DELETE', '/eu-1')).toHaveLength(1);
});

test('a run can replace and remove its own resource after errors', async () => {
  const refusal = (status: number, message: string) => new Response(JSON.stringify({ error: { message } }), { status });
  await storeCluster();
  await accessStep();
  // The paths of the document and of its settings end with the same segment.
  const settings = answers['PUT eu-1'];
  answers['PUT eu-1'] = refusal(409, 'has been changed in the meantime');
  answers['GET eu-1'] = { revision: 'r2' };
  await back();
  await next();
  await screen.findByText(/eu-1 was changed elsewhere. Press the button again to replace it/);
  answers['PUT eu-1'] = settings;
  await next();
  await accessStep();
  expect(writes('PUT', '/eu-1').map(({ body }) => at(body, 'revision'))).toEqual([undefined, 'r1', 'r2', undefined]);

  await back();
  await fill('Name', 'eu-2');
  await fill('Kubeconfig', KUBECONFIG);
  answers['PUT eu-2'] = settings;
  answers['DELETE eu-1'] = refusal(403, 'denied');
  await next();
  await screen.findByText(/eu-2 is saved. eu-1 was not removed: The server answered 403: “denied”/);
  await next();
  await accessStep();
  expect(writes('POST', '/kube_cluster')).toHaveLength(2);
});

test('Enter in a field submits the step, except in multi-line and label fields', async () => {
  open({ at: '/discover?resource=kubernetes', ...GATEWAY });
  await fill('Name', 'eu-1');
  await userEvent.click(screen.getByLabelText('Kubeconfig'));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Add label' }));
  await userEvent.type(screen.getByLabelText('Value'), 'prod{Enter}');
  expect(writes('POST', '/kube_cluster')).toEqual([]);
  await fill('Kubeconfig', KUBECONFIG);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  answers['PUT eu-1'] = secretsOf({ kubeconfig: true, context: 'a' });
  await userEvent.type(screen.getByLabelText('Name', { exact: true }), '{Enter}');
  await accessStep();
  expect(writes('POST', '/kube_cluster')).toHaveLength(1);
});

test('the connection test uses the list loaded after saving the traits', async () => {
  const listed = (users: string[]) => ({ items: [{ name: 'eu-1', kubernetes_users: users, kubernetes_groups: [] }] });
  answers['kubernetes'] = listed([]);
  await storeCluster();
  await userEvent.type(await screen.findByRole('combobox', { name: 'Kubernetes users' }, SLOW), 'dev{Enter}');
  answers['PUT users'] = {};
  answers['kubernetes'] = new Promise(() => undefined);
  await next();
  await screen.findByText('Loading your users and groups');
  const asked = sent.findLast(({ path }) => path.includes('/kubernetes?'))?.path;
  expect(new URL(`https://e${asked}`).searchParams.get('query')).toBe('name == "eu-1"');
  expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
});

test('the step requires its values before the next step opens', async () => {
  await storeCluster();
  const users = await screen.findByRole('combobox', { name: 'Kubernetes users' }, SLOW);
  await next();
  screen.getByText('Add at least one group or user');
  await userEvent.type(users, 'dev{Enter}');
  answers['PUT users'] = {};
  await next();
  await screen.findByRole('button', { name: 'Test connection' });
});

test('a stored desktop password applies only to its name, and VNC requires none', async () => {
  open({ at: '/discover?resource=desktop', ...GATEWAY });
  await fill('Name', 'lab-1');
  await fill('Address', 'lab:5900');
  answers['PUT lab-1'] = secretsOf({ vnc: {} });
  await next();
  await accessStep();
  await back();
  await fill('Name', 'lab-2');
  expect(screen.queryByText(LOST)).toBeNull();
  await fill('Password', 'hunter2');
  answers['PUT lab-2'] = secretsOf({ vnc: { password: true } });
  answers['DELETE lab-1'] = {};
  await next();
  await accessStep();
  await back();
  await fill('Name', 'lab-3');
  await next();
  await waitFor(() => expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'));
  expect(writes('POST', '/windows_desktop')).toHaveLength(2);
  // RDP does not use the password of VNC.
  await fill('Name', 'lab-2');
  await userEvent.click(screen.getByRole('radio', { name: 'RDP' }));
  await fill('Account', 'ann');
  await next();
  await screen.findByText('Enter the password');
});

test('stored database passwords apply only to their name, also after a reload', async () => {
  const { router } = open({ at: '/discover?resource=database-postgres', ...GATEWAY });
  await fill('Name', 'shop');
  await fill('Host', 'db');
  await userEvent.selectOptions(screen.getByLabelText('How the gateway signs in'), 'accounts');
  await userEvent.click(screen.getByRole('button', { name: 'Add account' }));
  await fill('Password', 'hunter2');
  // Entering a name after its password keeps the password, even if another name begins with that name.
  await fill('Database user', 'reader');
  await userEvent.click(screen.getByRole('button', { name: 'Add account' }));
  await userEvent.type(screen.getAllByLabelText('Database user')[1]!, 'reader_only');
  answers['PUT shop'] = secretsOf({ user_map: { reader: { password: true }, reader_only: {} } });
  await next();
  await accessStep();
  expect(writes('PUT', '/shop').at(-1)?.body).toEqual({
    connect: { password: null, user_map: { reader: { password: 'hunter2' }, reader_only: {} } },
  });

  act(() => void router.navigate('/elsewhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await act(() => router.navigate('/discover?resource=database-postgres', { state: { resumes: true } }));
  await accessStep();
  await back();
  await field('Name');
  expect(screen.getAllByText(/^Stored in the gateway/)).toHaveLength(1);
  await fill('Name', 'shop-2');
  expect(screen.getAllByText(LOST)).toHaveLength(1);
  await next();
  await waitFor(() => expect(screen.getAllByLabelText('Password')[0]!.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByLabelText('Password')[1]!.getAttribute('aria-invalid')).not.toBe('true');
  expect(writes('DELETE', '/shop')).toEqual([]);
});

test('settings changed in the test step apply when saved and revert when cancelled', async () => {
  open({ at: '/discover?resource=database-postgres', ...GATEWAY });
  await fill('Name', 'shop');
  await fill('Host', 'db');
  answers['PUT shop'] = secretsOf({});
  await next();
  await userEvent.type(await screen.findByRole('combobox', { name: 'Database users' }, SLOW), 'reader{Enter}');
  await userEvent.type(screen.getByRole('combobox', { name: 'Database names' }), 'shop{Enter}');
  answers['PUT users'] = {};
  await next();
  const change = () => screen.findByRole('button', { name: 'Change the connection settings' });
  await userEvent.click(await change());
  await fill('Host', 'db2');
  await fill('Password of the database users', 'hunter2');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await change());
  expect((await field('Host')).getAttribute('value')).toBe('db');
  await fill('Host', 'db3');
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  await screen.findByText(/^The settings are saved/);
  expect(JSON.stringify(writes('PUT', '/shop'))).not.toContain('hunter2');
  await userEvent.click(await change());
  expect((await field('Host')).getAttribute('value')).toBe('db3');
});

test('suggests servers by name, and by ID if the name is not unique', async () => {
  answers['nodes'] = { items: ['n1', 'n2'].map((id) => ({ id, hostname: 'twin' })) };
  open({ at: '/discover?resource=application', ...GATEWAY });
  await fill('Through a server (optional)', 'twin');
  await screen.findByLabelText('Account on twin');
  await waitFor(() => expect(sent.some(({ path }) => path.includes('search=twin'))).toBe(true));
  const offered = [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'));
  expect(offered).toEqual(['n1', 'n2']);
});

test('an error mark disappears when the field is valid and returns when it is invalid again', async () => {
  open({ at: '/discover?resource=application', ...GATEWAY });
  const [name, uri] = [await field('Name'), await field('Internal URL')];
  await next();
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await userEvent.type(name, 'billing');
  expect(name.getAttribute('aria-invalid')).toBeNull();
  expect(uri.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(name, '-');
  expect(name.getAttribute('aria-invalid')).toBe('true');
});

test('focuses the invalid field that blocks the step', async () => {
  open({ at: '/discover?resource=application', ...GATEWAY });
  await field('Name');
  await next();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});

test('keeps the step inert while a request is pending', async () => {
  open({ at: '/discover?resource=application', ...GATEWAY });
  await fill('Name', 'shop');
  await fill('Internal URL', 'http://127.0.0.1:8080');
  let answer = (_: object) => {};
  answers['POST app'] = new Promise<object>((resolve) => (answer = resolve));
  answers['PUT shop'] = secretsOf({});
  await next();
  await back();
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(screen.getByLabelText('Name').closest('[inert]')).not.toBeNull();
  answer({ revision: 'r1' });
  await screen.findByRole('heading', { name: /^Application shop is added/ }, SLOW);
});

test('submits a typed label that was not added, and an incomplete label blocks the step', async () => {
  open({ at: '/discover?resource=application', ...GATEWAY });
  await fill('Name', 'shop');
  await fill('Internal URL', 'http://127.0.0.1:8080');
  await userEvent.click(screen.getByRole('button', { name: 'Add label' }));
  const labels = within(screen.getByRole('region', { name: 'Labels' }));
  await userEvent.type(labels.getByLabelText('Name'), 'env');
  answers['PUT shop'] = secretsOf({});
  await next();
  await labels.findByText('Enter a value');
  expect(writes('POST', '/app')).toEqual([]);
  await userEvent.type(labels.getByLabelText('Value'), 'prod');
  await next();
  await screen.findByRole('heading', { name: /^Application shop is added/ }, SLOW);
  const { content } = writes('POST', '/app')[0]!.body as { content: string };
  expect(parseYaml(content)).toMatchObject({ value: { metadata: { labels: { env: 'prod' } } } });
});

test('warns that the command of a server does not contain an unfinished label', async () => {
  const config = { postern: { features: toFeatures(['tokens.labels']) } };
  open({ at: '/discover?resource=server', ...GATEWAY, config });
  await screen.findByText(/^curl -fsSL/, undefined, SLOW);
  await userEvent.click(screen.getByRole('button', { name: 'Add label' }));
  expect(screen.queryByText(/The command does not have this label yet/)).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'env');
  screen.getByText(/The command does not have this label yet/);
});
