import { expect, test } from 'vitest';
import { toUser } from '../api/users.ts';
import type { UserJson } from '../wire/http.ts';
import users from './users.descriptor.ts';

test.each([
  ['github', 'GitHub'],
  ['okta', 'okta'],
  ['', 'another service'],
])('a user of the type %j comes from %s', (authType, label) => {
  const user = toUser({ name: 'ada', roles: [], authType: authType as UserJson['authType'] });
  const why = users.fixed?.(user);
  expect(why).toMatchObject({ why: expect.stringContaining(`ada comes from ${label} and gets`) as string });
  expect(users.form?.aside?.(user)).toBe(`${label} user`);
});
