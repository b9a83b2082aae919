// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { consolePorts } from '../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../tests/support/terminalSocket.ts';
import { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import type { ConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { allPanes, titleOf } from '../../sessions/terminal/console/tabs.ts';
import { keepTabs } from './openTerminal.tsx';

const BLANK: ConsoleAddress = { kind: 'blank', clusterId: 'east' };
const session = (sid: string): ConsoleAddress => ({ kind: 'session', clusterId: 'east', sid });
const page = (address: ConsoleAddress, user = 'mara'): ConsoleModel => {
  const model = new ConsoleModel(
    address,
    consolePorts(() => new FakeTerminalSocket()),
  );
  keepTabs(model, user);
  return model;
};
const titles = (model: ConsoleModel) => model.documents.get().tabs.map(titleOf);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('a reloaded page restores its tabs, with the tab of its address in front', () => {
  const model = page(session('a'));
  model.open(session('b'));
  const again = page(session('a'));
  expect(titles(again)).toEqual(['a', 'b']);
  expect(again.documents.get().activeId).toBe(again.documents.get().tabs[0]?.id);
});

test('a new window opens no tabs, but offers those of the last window', () => {
  page(session('a'));
  sessionStorage.clear();
  const fresh = page(BLANK);
  expect(titles(fresh)).toEqual([]);
  expect(fresh.lastTime.get()).toHaveLength(1);
  fresh.restoreLastTime();
  expect(titles(fresh)).toEqual(['a']);
  expect(fresh.lastTime.get()).toEqual([]);
});

test('a new window knows title and server of a session of the last window', async () => {
  const before = new FakeTerminalSocket();
  const first = new ConsoleModel(
    session('a'),
    consolePorts(() => before),
  );
  keepTabs(first, 'mara');
  before.begin({ id: 'a', login: 'root', server_id: 'db', server_hostname: 'db-1' });
  sessionStorage.clear();
  const fresh = page(session('a'));
  expect(titles(fresh)).toEqual(['root@db-1']);
  const [pane] = allPanes(fresh.documents.get());
  expect(pane && fresh.terminal(pane.id)?.session.canStartOver).toBe(true);
  sessionStorage.clear();
  expect(page(BLANK).lastTime.get()[0]?.panes[0]?.title).toBe('root@db-1');
  sessionStorage.clear();
  expect(titles(page({ kind: 'session', clusterId: 'east', sid: 'a', mode: 'observer' }))).toEqual(['a']);
});

test('tabs belong to one user', () => {
  page(session('a'));
  expect(page(BLANK, 'jo').lastTime.get()).toEqual([]);
  expect(titles(page(BLANK, 'jo'))).toEqual([]);
});

test('closed tabs are not restored', () => {
  const model = page(session('a'));
  model.close(model.documents.get().tabs[0]?.id ?? -1);
  expect(titles(page(BLANK))).toEqual([]);
});
