// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { noTransfers } from '../../../../tests/support/noTransfers.ts';
import { Emitter } from '../../../lib/emitter.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { SessionEvent } from '../../../wire/terminal/sessionEvents.ts';
import type { SessionState } from '../session/sessionState.ts';
import { PaneFiles } from './PaneFiles.ts';

const makeFiles = () =>
  new PaneFiles(
    {
      metadata: new ValueStore(undefined),
      state: new ValueStore<SessionState>({ kind: 'live' }),
      events: new Emitter<SessionEvent>(),
      secondFactor: { wasAsked: false },
      requestFile: () => undefined,
      decideFile: () => undefined,
    },
    noTransfers,
  );
const shown = ({ path, folder }: PaneFiles) => [path.get(), folder.get()];

test('both sides begin in the directory of the shell, and in the home where it is not known', () => {
  const files = makeFiles();
  expect(shown(files)).toEqual(['~/', '~/']);
  files.followShell('/srv/www');
  expect(shown(files)).toEqual(['/srv/www/', '/srv/www/']);
  files.followShell('/');
  expect(shown(files)).toEqual(['/', '/']);
  files.followShell(undefined);
  expect(shown(files)).toEqual(['~/', '~/']);
});

test('what a person typed stays', () => {
  const files = makeFiles();
  files.folder.set('/tmp/');
  files.followShell('/srv/www');
  expect(shown(files)).toEqual(['/srv/www/', '/tmp/']);
});

test('a drop goes to the folder that was shown when it was let go', async () => {
  const files = makeFiles();
  files.followShell('/srv/www');
  const entry = { name: 'a', isFile: true, file: (resolve: (file: File) => void) => resolve(new File(['x'], 'a')) };
  const dropped = files.drop({ items: [{ kind: 'file', webkitGetAsEntry: () => entry }] } as unknown as DataTransfer);
  files.followShell('/etc');
  await dropped;
  expect(files.transfers.list.get()).toMatchObject([{ wish: { folder: '/srv/www/', name: 'a' } }]);
});
