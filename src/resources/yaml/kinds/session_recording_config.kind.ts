import type { EditorKind } from './kind.ts';
import { dangerous, plain, reviewSettings, type Meaning } from './kindReview.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  mode: (value) =>
    value === 'off' || value === false
      ? dangerous('No session is recorded any more, those that must be neither')
      : plain('Sessions are recorded from the next one on'),
};

const kind: EditorKind = {
  review: (before, after) => reviewSettings(MEANINGS, before, after),
  takesEffect: 'With the next session; those that run go on as they began.',
};
export default kind;
