import { expect, test } from 'vitest';
import { FakeCommandSocket } from '../../../../tests/support/commandSocket.ts';
import { systemClock } from '../../../lib/clock.ts';
import { CommandRun } from './CommandRun.ts';
import { grouped } from './entries.ts';
import { reportText } from './report.ts';

test('a report has each output once, with the names of all who said it, and reasons that hold for all', () => {
  const socket = new FakeCommandSocket();
  const run = new CommandRun({ command: 'uname', login: 'root' }, [['a', 'b', 'c', 'd', 'e']], {
    open: () => socket,
    explain: () => Promise.resolve({ kind: 'unreachable' }),
    clock: { ...systemClock, now: () => 0 },
    nodesAtOnce: 30,
    stopsCommands: true,
  });
  const hostOf = (id: string) => `web-${id}`;
  socket.open().beginOn('a', 'b', 'c', 'd', 'e');
  for (const id of ['a', 'b']) socket.say(id, 'Linux\n');
  for (const id of ['a', 'b']) socket.done(id);
  for (const id of ['c', 'd']) socket.say(id, `access denied to root connecting to web-${id}`, 'teleport-error');
  socket.say('e', 'BSD\n');
  socket.done('e');
  const entries = grouped({
    ids: run.ids,
    states: run.states.get(),
    ended: run.ended,
    fingerprintOf: (id) => run.output(id).fingerprint,
    namesOf: (id) => [hostOf(id), id],
  });
  expect(reportText(run, entries, hostOf, 0).split('\n\n').slice(1).join('\n\n')).toBe(
    [
      '== 2 servers: failed\nweb-c (c)\nweb-d (d)\n[reason]',
      '== web-e (e): exit 0, 0.0 s\nBSD',
      '== 2 servers: exit 0\nweb-a (a)\nweb-b (b)\n\nLinux\n',
    ]
      .join('\n\n')
      .replace('[reason]', 'access denied to root connecting to [server]'),
  );
});
