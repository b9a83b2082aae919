import type { Restricted } from '../../../descriptors/restrict.ts';
import type { BulkEditJob } from '../BulkEditJob.ts';

export type EffectsProps = { resource: Restricted; work: BulkEditJob };
