import type { Restricted } from '../../../descriptors/restrict.ts';
import type { EditWork } from '../EditWork.ts';

export type EffectsProps = { resource: Restricted; work: EditWork };
