import { expect, test } from 'vitest';
import { partLabel, modeMessage, type ModeFacts } from './modeMessages.ts';

const party = (user: string) => ({ id: user, user });
const facts = (given: Partial<ModeFacts>): ModeFacts => ({
  participantMode: 'peer',
  isOwn: true,
  owner: 'mara',
  moderated: false,
  parties: [party('mara')],
  ...given,
});

test("shows nothing in the user's own session", () => {
  expect(modeMessage(facts({}))).toBeUndefined();
});

test('shows nothing while the mode is unknown', () => {
  expect(modeMessage(facts({ participantMode: undefined, moderated: true }))).toBeUndefined();
});

test.each([
  ['observer', 'You observe.'],
  ['moderator', 'You moderate.'],
] as const)('informs a %s about the mode and that input is not sent', (participantMode, title) => {
  expect(modeMessage(facts({ participantMode, isOwn: false }))).toMatchObject({
    title,
    text: 'Your input is not sent',
  });
});

test('informs an owner who observes from another window', () => {
  expect(modeMessage(facts({ participantMode: 'observer' }))?.title).toBe('You observe.');
});

test('shows a peer the owner of the session', () => {
  expect(modeMessage(facts({ isOwn: false }))?.text).toBe('mara started this session');
});

test('asks the only participant of a moderated session to share it, and otherwise explains the rule', () => {
  expect(modeMessage(facts({ moderated: true }))?.text).toMatch(/^No other participant is here/);
  expect(modeMessage(facts({ moderated: true, parties: [party('mara'), party('joe')] }))?.text).toMatch(
    /^The session runs only/,
  );
  expect(modeMessage(facts({ moderated: true, parties: [] }))?.text).toMatch(/^The session runs only/);
});

test('labels participants by what is known about them', () => {
  const people = { owner: 'mara', self: 'joe' };
  expect(['mara', 'joe', 'ana'].map((user) => partLabel(party(user), people))).toEqual(['owner', 'you', '']);
  expect(partLabel({ ...party('mara'), mode: 'peer' }, { owner: 'mara', self: 'mara' })).toBe('you, owner, types');
  expect(['moderator', 'observer', 'spectator'].map((mode) => partLabel({ ...party('ana'), mode }, people))).toEqual([
    'moderates',
    'watches',
    'watches',
  ]);
  expect(partLabel({ ...party('ana'), mode: 'constructor' }, people)).toBe('watches');
});
