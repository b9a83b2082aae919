import type { EditorKind } from './kind.ts';
import { dangerous, plain, reviewSettings, type Meaning } from './kindReview.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  mode: (value) =>
    value === 'off' || value === false
      ? dangerous('Sessions are no longer recorded, not even required recordings')
      : plain('Sessions are recorded, starting with the next one'),
};

const kind: EditorKind = {
  review: (before, after) => reviewSettings(MEANINGS, before, after),
  reviewed: Object.keys(MEANINGS).map((key) => `spec.${key}`),
  takesEffect: 'With the next session. Running sessions do not change.',
};
export default kind;
