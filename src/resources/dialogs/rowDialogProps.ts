import type { Row } from '../../descriptors/row.ts';

/** What every dialog about a row gets. */
export type RowDialogProps = { row: Row; onClose: () => void };
