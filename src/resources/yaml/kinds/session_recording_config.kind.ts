import { dangerous, plain, settingsKind, type Meaning } from './kindReview.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  mode: (value) =>
    value === 'off' || value === false
      ? dangerous('Sessions are no longer recorded, not even required recordings')
      : plain('Sessions are recorded, starting with the next one'),
};

export default settingsKind(MEANINGS, 'With the next session. Running sessions do not change.');
