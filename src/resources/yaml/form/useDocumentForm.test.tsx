import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DocumentType } from '../../../descriptors/documentTypes.ts';
import { systemClock } from '../../../lib/clock.ts';
import { Drafts } from '../../../lib/drafts.ts';
import { ENTER_NOTE, KEPT_NOTE } from '../../../wire/documentSecrets.ts';
import { textForDraft } from '../../../wire/secretText.ts';
import { DocumentSession } from '../DocumentSession.ts';
import { DocumentDrafts } from '../drafts.ts';
import type { CodeHandle } from '../monaco/codeHandle.ts';
import type { OpenedDocument } from '../openDocument.ts';
import { checkDocument, type Rules } from '../problems/checkDocument.ts';
import { ServerErrors } from '../problems/ServerErrors.ts';
import { useDocumentForm } from './useDocumentForm.ts';

const SECRET = 'never-to-be-seen';
const TYPE: DocumentType = {
  kind: 'lamp',
  label: 'Lamp',
  schema: async () => ({}),
  templates: async () => ({ default: '# Plain\n# Nothing\nkind: lamp\n' }),
  secrets: [['spec', 'token']],
};
const TEXT = `kind: lamp\nmetadata:\n  name: desk # mine\nspec:\n  token: ${KEPT_NOTE}\n  colour: red\n`;

function open(text = TEXT, { isNew = false, code }: { isNew?: boolean; code?: CodeHandle } = {}) {
  const rules: Rules = {
    kind: 'lamp',
    name: isNew ? undefined : 'desk',
    schema: { files: new Map([['lamp', {}]]), start: { schema: {}, file: 'lamp' } },
    editorKind: {},
  };
  const hide = (from: string) => textForDraft(from, TYPE.secrets ?? [], isNew ? ENTER_NOTE : KEPT_NOTE);
  const session = new DocumentSession({
    start: { text, base: { text, readAtMs: 1 } },
    resume: undefined,
    drafts: new DocumentDrafts(new Drafts(localStorage, 'mara'), 'lamp', hide),
    check: (now) => ({ ...checkDocument(now, rules), changes: [], isLong: false }),
    clock: systemClock,
  });
  const opened = { session, type: TYPE, rules, refusals: new ServerErrors() } as unknown as OpenedDocument;
  const { result } = renderHook(() => useDocumentForm(opened, code));
  return { session, form: () => result.current };
}

test('a change replaces only the value in the text', () => {
  const { session, form } = open();
  act(() => form().tools.change(['spec', 'colour'], 'blue'));
  expect(session.text).toBe(TEXT.replace('red', 'blue'));
  expect(session.state.get()).toMatchObject({ isChanged: true, checked: { value: { spec: { colour: 'blue' } } } });
});

test('an entered secret stays out of the text and the drafts, and take returns it', () => {
  const { session, form } = open();
  act(() => form().enter(['spec', 'token'], SECRET));
  expect(session.text).toBe(TEXT.replace(KEPT_NOTE, '# a new one, not shown'));
  session.keepNow();
  expect(form().shown()).not.toContain(SECRET);
  expect(Object.entries(localStorage).join()).not.toContain(SECRET);
  expect(localStorage.length).toBe(1);
  act(() => {
    const { text, secrets } = form().take();
    expect(text).not.toContain(SECRET);
    expect(secrets).toEqual([{ path: ['spec', 'token'], value: SECRET }]);
  });
  act(() => form().enter(['spec', 'token'], undefined));
  expect(session.text).toBe(TEXT);
  act(() => expect(form().take().secrets).toEqual([]));
});

test('a secret typed into the text is removed from the review and the draft', () => {
  const { session, form } = open();
  session.edit(TEXT.replace(KEPT_NOTE, SECRET));
  session.keepNow();
  expect(Object.entries(localStorage).join()).not.toContain(SECRET);
  expect(form().shown()).not.toContain(SECRET);
  act(() => {
    const { text, secrets } = form().take();
    expect(text).toContain('token: # a new one, not shown');
    expect(secrets).toEqual([{ path: ['spec', 'token'], value: SECRET }]);
  });
  // It is still known after a merged text replaces the text.
  expect(form().typed).toEqual([{ path: ['spec', 'token'], value: SECRET }]);
});

test('saves an invalid text as a draft without its secrets, or not at all', () => {
  localStorage.clear();
  const { session } = open();
  session.edit(`${TEXT.replace(KEPT_NOTE, `|\n    ${SECRET}`)}bad: [\n`);
  session.keepNow();
  expect(session.state.get().draft.kind).toBe('kept');
  expect(Object.entries(localStorage).join()).toContain('bad: [');
  session.edit(`${TEXT.replace(KEPT_NOTE, `|\n${SECRET}`)}bad: [\n`);
  session.keepNow();
  expect(session.state.get().draft.kind).toBe('secret');
  expect(Object.entries(localStorage).join()).not.toContain(SECRET);
});

test('a new document without a secret omits its placeholder', () => {
  const { form } = open(TEXT.replace(KEPT_NOTE, ENTER_NOTE), { isNew: true });
  act(() => expect(form().take().text).toBe(TEXT.replace(` ${KEPT_NOTE}`, '')));
});

test('does not change an invalid text', () => {
  const { session, form } = open('a: [');
  act(() => form().tools.change(['spec', 'colour'], 'blue'));
  expect(session.text).toBe('a: [');
});

test('typing into one field is one undo step, and each choice is a separate undo step', () => {
  const change = vi.fn();
  const { session, form } = open(TEXT, { code: { change, show: vi.fn() } as unknown as CodeHandle });
  const goesOn = () => change.mock.lastCall?.[1] as unknown;
  const write = (key: string, value: unknown) => act(() => form().tools.change(['spec', key], value));
  write('colour', 'b');
  expect(goesOn()).toBe(false);
  write('colour', 'bl');
  expect(goesOn()).toBe(true);
  write('place', 'd');
  expect(goesOn()).toBe(false);
  write('place', 'de');
  session.edit(`${session.text}# by hand\n`);
  write('place', 'des');
  expect(goesOn()).toBe(false);
  write('logins', ['a']);
  write('logins', ['a', 'b']);
  expect(goesOn()).toBe(false);
  write('logins', ['a', 'b', 'c']);
  expect(goesOn()).toBe(false);
});
