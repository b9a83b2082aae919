import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { expandTemplate, parseTemplate } from './template.ts';

const traits = {
  logins: ['ada', 'root', ''],
  mail: ['ada@example.test', 'bob+x@example.test'],
  spoiled: ['ada@example.test', 'nobody'],
  'full mail': ['Ada Lovelace <ada@example.test>', '"Lovelace, Bob" <bob@example.test>', '<eve@example.test>'],
  'two mails': ['ada@example.test, bob@example.test', 'a <b> <ada@example.test>'],
  groups: ['team-core', 'team-web', 'staff'],
  'cost center': ['7'],
  empty: [],
  blank: [''],
};

const cases: [source: string, values: readonly string[] | undefined][] = [
  ['root', ['root']],
  ['', ['']],
  ['{{internal.logins}}', ['ada', 'root']],
  ['{{external.logins}}', ['ada', 'root']],
  ['{{ internal.logins }}', ['ada', 'root']],
  ['{{internal["logins"]}}', ['ada', 'root']],
  ['dev-{{external.logins}}-x', ['dev-ada-x', 'dev-root-x']],
  ['  dev-{{external.logins}}-x  ', ['dev-ada-x', 'dev-root-x']],
  ['{{external["cost center"]}}', ['7']],
  ['{{external.nothing}}', undefined],
  ['{{external.empty}}', undefined],
  ['{{external.blank}}', undefined],
  ['{{external.constructor}}', undefined],
  ['{{internal.groups}}', undefined],
  ['{{internal.db_roles}}', undefined],
  ['{{user.name}}', undefined],
  ['{{external}}', undefined],
  ['{{external.a.b}}', undefined],
  ['{{email.local(external.mail)}}', ['ada', 'bob+x']],
  ['{{email.local(external.spoiled)}}', undefined],
  ['{{email.local(external["full mail"])}}', ['ada', 'bob', 'eve']],
  ['{{email.local(external["two mails"])}}', undefined],
  ['{{email.local(external.nothing)}}', undefined],
  ['{{email.local("a@b")}}', undefined],
  ['{{regexp.replace(external.groups, "^team-(.*)$", "$1")}}', ['core', 'web']],
  ['x-{{regexp.replace(external.groups, "^team-(?P<t>.*)$", "${t}s")}}', ['x-cores', 'x-webs']],
  ['{{regexp.replace(email.local(external.mail), "d", "n")}}', ['ana']],
  ['{{regexp.replace(external.groups, "(", "x")}}', undefined],
  ['{{regexp.replace(external.groups, "a")}}', undefined],
  ['{{regexp.match("a")}}', undefined],
  ['{{external.logins', undefined],
  ['external.logins}}', undefined],
  ['{{external.logins}}{{external.logins}}', undefined],
  ['{a}{{external.logins}}', undefined],
  ['{braces}', ['{braces}']],
];

for (const [source, values] of cases) {
  test(`${JSON.stringify(source)} expands to ${values ? JSON.stringify(values) : 'nothing'}`, () => {
    expect(expandTemplate(source, traits)).toEqual(values);
  });
}

test('an error has its position', () => {
  expect(parseTemplate('dev-{{internal.groups}}')).toEqual({
    ok: false,
    message: 'there is no internal trait groups. Use external.groups for any other trait',
    at: 6,
  });
});

test('limits the growth of nested replacements', () => {
  let source = 'external.groups';
  for (let depth = 0; depth < 9; depth++) source = `regexp.replace(${source}, "^.*$", "${'${0}'.repeat(9)}")`;
  const spentMs = cpuClock();
  expect(expandTemplate(`{{${source}}}`, traits)).toBeUndefined();
  expect(spentMs()).toBeLessThan(1000);
});
