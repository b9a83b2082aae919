import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Steps } from '../../descriptors/steps.ts';
import { RemoveDialog } from '../../resources/dialogs/RemoveDialog.tsx';
import { RowDialog } from '../../resources/dialogs/RowDialog.tsx';
import StepsDialog from '../../resources/dialogs/StepsDialog.tsx';

/** A dialog that an action of the palette opened. */
export type OpenDialog =
  | { kind: 'dialog'; name: string; row: Row }
  | { kind: 'steps'; steps: Steps }
  | { kind: 'remove'; resource: Resource; name: string; row: Row };

type Props = { hung: OpenDialog; onClose: () => void };

export default function PaletteDialog({ hung, onClose }: Props) {
  switch (hung.kind) {
    case 'dialog':
      return <RowDialog dialog={hung.name} row={hung.row} onClose={onClose} />;
    case 'steps':
      return <StepsDialog steps={hung.steps} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog resource={hung.resource} name={hung.name} row={hung.row} onClose={onClose} />;
  }
}
