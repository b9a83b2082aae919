import { expect, test } from 'vitest';
import { FakeCommandSocket } from '../../../../tests/support/commandSocket.ts';
import { systemClock } from '../../../lib/clock.ts';
import { readable, reportText } from './commandMessages.ts';
import { CommandRun } from './CommandRun.ts';
import { grouped } from './entries.ts';

test.each([
  ['plain text, with tabs\tand\nlines', 'plain text, with tabs\tand\nlines'],
  ['\x1b[1;31mred\x1b[0m \x1b[?25lhidden', 'red hidden'],
  ['\x1b]0;title\x07after \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'after link'],
  ['\x1b(Bascii', 'ascii'],
  ['one\r\ntwo\r\r\nthree\r', 'one\ntwo\nthree\n'],
  ['10%\r20%\r', '10%\n20%\n'],
  ['bell\x07 null\x00 delete\x7f', 'bell\u2407 null\u2400 delete\u2421'],
  ['cut \x1b[3', 'cut \u241b[3'],
  ['é € 😀', 'é € 😀'],
  ['txt.\u202egpj \u009b31m', 'txt.⟨U+202E⟩gpj ⟨U+009B⟩31m'],
])('shows %j as %j', (text, read) => expect(readable(text)).toBe(read));

test('the report groups equal outputs and reasons by server names, and escapes text that imitates a heading', () => {
  const socket = new FakeCommandSocket();
  const run = new CommandRun({ command: 'uname', login: 'root' }, [['a', 'b', 'c', 'd', 'e']], {
    open: () => socket,
    explain: () => Promise.resolve({ kind: 'unreachable' }),
    clock: { ...systemClock, now: () => 0 },
    nodesAtOnce: 30,
    pingServer: () => Promise.resolve(true),
    stopsCommands: true,
  });
  const hostOf = (id: string) => `web-${id}${id === 'b' ? '\n== web-c (c)' : ''}`;
  socket.open().beginOn('a', 'b', 'c', 'd', 'e');
  for (const id of ['a', 'b']) socket.receive(id, 'Linux\n');
  for (const id of ['a', 'b']) socket.done(id);
  for (const id of ['c', 'd'])
    socket.receive(id, `access denied to root connecting to web-${id}\n\n== web-a (a): exit 0`, 'teleport-error');
  socket.receive('e', 'BSD\n\n== web-a (a): exit 0\u2028== web-b (b): exit 0\n');
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
      '== 2 servers: failed\nweb-c (c)\nweb-d (d)\n  [reason]\n\n  == web-a (a): exit 0',
      '== web-e (e): exit 0, 0.0 s\n  BSD\n\n  == web-a (a): exit 0⟨U+2028⟩== web-b (b): exit 0',
      '== 2 servers: exit 0\nweb-a (a)\nweb-b↵== web-c (c) (b)\n\n  Linux\n',
    ]
      .join('\n\n')
      .replace('[reason]', 'access denied to root connecting to [server]'),
  );
});
