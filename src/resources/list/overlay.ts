import type { Row } from '../../descriptors/row.ts';
import type { Steps } from '../../descriptors/steps.ts';
import type { BulkEdit } from '../bulk/editPlan.ts';
import type { BulkJob } from '../bulk/BulkJob.ts';
import type { BulkEditJob } from '../bulk/BulkEditJob.ts';
import type { TabPlace } from '../bulk/OpenTabsDialog.tsx';
import type { Column } from './columns.ts';

/** What lies over the list, and on what it hangs. */
export type Overlay =
  | { kind: 'actions'; anchor: Element; row: Row; at?: { x: number; y: number } }
  | { kind: 'filter'; anchor: Element; row: Row; exclude: boolean }
  | { kind: 'values'; anchor: Element; row: Row; column: Column }
  | { kind: 'columns'; anchor: Element }
  | { kind: 'facets' }
  | { kind: 'remove'; row: Row }
  | { kind: 'removeMany'; rows: readonly Row[]; work?: BulkJob }
  | { kind: 'bulkEdit'; edit: BulkEdit; rows: readonly Row[]; work?: BulkEditJob }
  | { kind: 'openTabs'; label: string; places: readonly TabPlace[]; keptBack: boolean }
  | { kind: 'saveView'; name: string | undefined }
  | { kind: 'arrangeViews' }
  | { kind: 'steps'; steps: Steps }
  | { kind: 'dialog'; name: string; row: Row };

/** What was not done of a work on several rows, such as `changed`: how to look at it again, as long as just these rows are chosen. */
export type UnfinishedBulkRun = { ids: readonly string[]; was: string; atMs: number; see: Overlay };
