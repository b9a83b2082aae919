import { Note } from '../../ui/plain/Note.tsx';

const WORDS = new Map<string | undefined, readonly [title: string, text: string]>([
  ['expired', ['Your sign-in has ended.', 'Sign in to go on where you were; unsaved text is kept as a draft.']],
  [
    'signedOutElsewhere',
    ['You were signed out in another tab.', 'Sign in to go on where you were; unsaved text is kept as a draft.'],
  ],
  [
    'refused',
    [
      'The server has ended your session.',
      'You or an administrator signed it out, or it has expired. Sign in to continue where you were. Unsaved text is kept as a draft.',
    ],
  ],
  [
    'lockedOut',
    [
      'You were signed out after too many wrong passwords.',
      'The account is locked for some minutes; the right password works again after them.',
    ],
  ],
  [
    'inactive',
    [
      'You were signed out after a time without activity.',
      'Sign in to go on where you were; unsaved text is kept as a draft.',
    ],
  ],
]);

/** Says why one is here again. `ending` as the session keeper wrote it down; unknown ones say nothing. */
export function EndedNote({ ending }: { ending: string | undefined }) {
  const words = WORDS.get(ending);
  return words && <Note title={words[0]}>{words[1]}</Note>;
}
