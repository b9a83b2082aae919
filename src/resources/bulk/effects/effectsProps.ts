import type { EditWork } from '../EditWork.ts';

export type EffectsProps = { work: EditWork };
