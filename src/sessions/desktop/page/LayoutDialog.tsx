import { Dialog } from '../../../ui/Dialog.tsx';
import { CloseButton } from '../../../ui/DialogButtons.tsx';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { LAYOUTS } from './keyboardLayouts.ts';
import { prefer, preferences } from './preferences.ts';

const OPTIONS = LAYOUTS.map(({ id, label }) => ({ value: String(id), label }));

/** Desktops get the layout when a session starts. */
export function LayoutDialog({ onClose }: { onClose: () => void }) {
  const { layout } = useStore(preferences);
  return (
    <Dialog title="Keyboard layout" onClose={onClose} footer={<CloseButton onClick={onClose} />}>
      <SelectField
        label="Layout"
        value={String(layout)}
        options={OPTIONS}
        onChange={(id) => prefer({ layout: Number(id) })}
        help="Windows desktops use it from the next connection on."
      />
    </Dialog>
  );
}
