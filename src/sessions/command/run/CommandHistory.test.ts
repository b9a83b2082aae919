// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { CommandHistory } from './CommandHistory.ts';

beforeEach(() => localStorage.clear());
const open = (user = 'ana', slot = 'command#1') => new CommandHistory(localStorage, user, slot);

test('lists the last 20 distinct commands, newest first', () => {
  const history = open();
  for (let i = 0; i < 30; i++) history.ran(`echo ${i}`);
  history.ran('echo 28');
  expect(history.recent.get().slice(0, 3)).toEqual(['echo 28', 'echo 29', 'echo 27']);
  expect(open().recent.get()).toEqual(history.recent.get());
  expect(history.recent.get()).toHaveLength(20);
});

test('restores a command that was typed and not run, for the same user', () => {
  open().type('rm -r /srv/old\nls');
  expect(open().typed).toBe('rm -r /srv/old\nls');
  expect(open('bo').typed).toBe('');
});

test('keeps a typed command per tab', () => {
  const there = open('ana', 'command#2');
  there.type('ls');
  open().type('reboot');
  there.ran('ls');
  expect([open().typed, open('ana', 'command#2').typed]).toEqual(['reboot', '']);
});

test('moves a command that was run from the draft to the recent commands', () => {
  const history = open();
  history.type('reboot');
  history.ran('reboot');
  expect(open().typed).toBe('');
  expect(open().recent.get()).toEqual(['reboot']);
});

test('clears the recent commands', () => {
  const history = open();
  history.ran('curl -H "Authorization: secret"');
  history.forget();
  expect(open().recent.get()).toEqual([]);
});

test('merges commands that another tab ran, and does not restore commands that it cleared', () => {
  const [here, there] = [open(), open()];
  here.ran('curl -H "Authorization: secret"');
  there.forget();
  here.type('ls');
  expect([open().recent.get(), open().typed]).toEqual([[], 'ls']);
  there.ran('uptime');
  here.ran('ls');
  expect(here.recent.get()).toEqual(['ls', 'uptime']);
});

test('keeps the commands of this page in memory if the browser cannot store them', () => {
  const full = { getItem: () => null, setItem: () => expect.fail('full') };
  const history = new CommandHistory(Object.assign(Object.create(localStorage), full), 'ana', 'command#1');
  for (const command of ['uptime', 'ls']) history.ran(command);
  expect(history.recent.get()).toEqual(['ls', 'uptime']);
});

test('reads an invalid stored value as an empty history', () => {
  localStorage.setItem('postern_commands:ana', '{"recent":[1,"ls"');
  expect(open().recent.get()).toEqual([]);
});

test('stores the selected view per user', () => {
  expect(open().view.get()).toBe('grouped');
  open().show('each');
  expect([open().view.get(), open('bo').view.get()]).toEqual(['each', 'grouped']);
});
