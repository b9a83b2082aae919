import { expect, test } from 'vitest';
import { resources } from '../../descriptors/index.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { globalCommands } from './commands.ts';

const ALL = { list: true, read: true, edit: true, create: true, remove: true, use: true };

test('every list of resources that can be enrolled has a command for its flow', () => {
  const enroll = (acl: Parameters<typeof globalCommands>[1]['acl']) =>
    globalCommands(
      resources.map((resource) => ({ resource: restrict(resource, acl), name: resource.name })),
      { acl, signOut: () => undefined, assists: false },
    ).flatMap((command) => (command.label.startsWith('Enroll a') && 'to' in command ? [command] : []));
  expect(new Set(enroll({ tokens: ALL }).map(({ label, to, off }) => [label, to, off].join(' ').trim()))).toEqual(
    new Set([
      'Enroll a server /discover?resource=server',
      'Enroll an application /discover?resource=application',
      'Enroll a Kubernetes cluster /discover?resource=kubernetes',
      'Enroll a database /discover?resource=database',
      'Enroll a desktop /discover?resource=desktop',
    ]),
  );
  expect(enroll({})[0]?.off).toBe('Your roles lack token: create');
});
