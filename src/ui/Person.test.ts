import { expect, test } from 'vitest';
import { initialsOf } from './Person.tsx';

test.each([
  ['j.lindqvist', 'JL'],
  ['mara', 'MA'],
  ['mara@corvid.test', 'MA'],
  ['oluwaseun.adebayo-whitfield', 'OA'],
  ['x', 'X'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
