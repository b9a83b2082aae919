import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refreshUserContext } from '../../api/userContext.ts';
import { Drafts } from '../../lib/drafts.ts';
import { AwsWizard } from './AwsWizard.tsx';
import { AWS_STEPS } from './awsSteps.ts';
import { useAwsWizard } from './useAwsWizard.ts';

const THUMBPRINT = '06b25927c42a721631c1efd9431e648fa62e1e39';
const SLOT = 'enroll/aws-oidc#1';
const ASKS = AWS_STEPS.findIndex(({ asks }) => asks === 'thumbprint');

let answer: (thumbprint: string) => void;
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = (text) => resolve(Response.json(text)))));
});
afterEach(() => vi.unstubAllGlobals());

/** At the step that compares the thumbprint, with a pending request. */
function asking() {
  const { result } = renderHook(() => useAwsWizard({ username: 'mara', slot: SLOT, reports: false, create: vi.fn() }));
  for (let step = 0; step < ASKS; step++) act(() => result.current.next());
  act(() => result.current.enter({ thumbprint: THUMBPRINT }));
  act(() => result.current.next());
  expect(result.current.doing.kind).toBe('working');
  return result;
}

test('keeps values entered during the request', async () => {
  const wizard = asking();
  act(() => wizard.current.enter({ name: 'aws' }));
  act(() => answer(THUMBPRINT));
  await waitFor(() => expect(wizard.current.draft.step).toBe(ASKS + 1));
  expect(wizard.current.draft).toMatchObject({ name: 'aws', thumbprint: THUMBPRINT });
});

test('a thumbprint changed during the request does not count as compared', async () => {
  const wizard = asking();
  act(() => wizard.current.enter({ thumbprint: 'AA:BB' }));
  act(() => answer(THUMBPRINT));
  await waitFor(() => expect(wizard.current.doing.kind).toBe('idle'));
  expect(wizard.current.draft).toMatchObject({ step: ASKS, thumbprint: 'AA:BB' });
});

test('disables going back during the request', () => {
  const wizard = asking();
  act(() => wizard.current.back());
  expect(wizard.current.draft.step).toBe(ASKS);
});

test('blocks input and keeps the focus while the integration is created', async () => {
  const draft = {
    step: AWS_STEPS.length - 1,
    roleArn: 'arn:aws:iam::123456789012:role/a',
    name: 'aws',
    thumbprint: '',
  };
  new Drafts(localStorage, 'mara').save(SLOT, JSON.stringify(draft));
  const never = vi.fn(() => new Promise(() => undefined));
  const on = { onLeave: vi.fn(), onList: vi.fn(), onward: vi.fn() };
  render(<AwsWizard username="mara" publicAddress="a.example.test" create={never} {...on} />);
  const name = await screen.findByRole('textbox', { name: /Name of the integration/ });
  await userEvent.type(name, '{Enter}-more');
  expect(never).toHaveBeenCalledWith({ name: 'aws', roleArn: draft.roleArn });
  expect(name).toHaveProperty('value', 'aws');
  expect(document.activeElement).toBe(name);
});

test('each tab has a separate draft', async () => {
  const taken = { step: AWS_STEPS.length - 1, roleArn: 'arn:aws:iam::123456789012:role/a', name: 'of another tab' };
  const drafts = new Drafts(localStorage, 'mara');
  drafts.save(SLOT, JSON.stringify(taken));
  vi.stubGlobal('fetch', async () => Response.json({ userName: 'mara' }));
  await refreshUserContext();
  const held = `postern_editing:mara@${SLOT}`;
  const locks = {
    query: async () => ({ held: [{ name: held }] }),
    request: async (name: string, _: unknown, run: (lock: unknown) => unknown) => run(name === held ? null : { name }),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  const on = { onLeave: vi.fn(), onList: vi.fn(), onward: vi.fn() };
  render(<AwsWizard username="mara" publicAddress="a.example.test" create={vi.fn()} {...on} />);
  await screen.findByRole('heading', { name: /Enroll Amazon Web Services/ });
  expect(screen.queryByRole('textbox', { name: /Name of the integration/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Next/ }));
  expect(drafts.load(SLOT)?.text).toContain('of another tab');
  expect(drafts.load('enroll/aws-oidc#2')?.text).toContain('"step":1');
});
