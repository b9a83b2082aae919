import { Button } from '../../../../ui/plain/Button.tsx';
import styles from '../DocumentForm.module.css';
import type { InputProps } from '../inputProps.ts';

type Props = Pick<InputProps, 'input' | 'path' | 'off' | 'tools'> & { items: readonly unknown[]; fresh: () => unknown };

/** One more item at the end of a list, which may not be there yet. */
export const AddItem = ({ input, path, off, tools, items, fresh }: Props) => (
  <span className={styles.add}>
    <Button
      kind="quiet"
      icon="plus"
      off={off}
      onClick={() =>
        items.length === 0 ? tools.change(path, [fresh()]) : tools.change([...path, items.length], fresh())
      }
    >
      {input.add ?? 'Add'}
    </Button>
  </span>
);
