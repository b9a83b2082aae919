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

test('a session of one’s own needs no words', () => {
  expect(modeMessage(facts({}))).toBeUndefined();
});

test('nothing is said while the place is not known', () => {
  expect(modeMessage(facts({ participantMode: undefined, moderated: true }))).toBeUndefined();
});

test.each([
  ['observer', 'You observe.'],
  ['moderator', 'You moderate.'],
] as const)('a %s is told so, and that keys go nowhere', (participantMode, title) => {
  expect(modeMessage(facts({ participantMode, isOwn: false }))).toMatchObject({
    title,
    text: 'Your input is not sent',
  });
});

test('an owner who watches from another window is told so too', () => {
  expect(modeMessage(facts({ participantMode: 'observer' }))?.title).toBe('You observe.');
});

test('a peer is told whose session it is', () => {
  expect(modeMessage(facts({ isOwn: false }))?.text).toBe('mara started this session');
});

test('the owner of a moderated session who is alone is told to share it; with others, what it needs', () => {
  expect(modeMessage(facts({ moderated: true }))?.text).toMatch(/^No other participant is here/);
  expect(modeMessage(facts({ moderated: true, parties: [party('mara'), party('joe')] }))?.text).toMatch(
    /^The session runs only/,
  );
  expect(modeMessage(facts({ moderated: true, parties: [] }))?.text).toMatch(/^The session runs only/);
});

test('of people only what is known is told', () => {
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
