import { useState } from 'react';
import type { Field } from '../../descriptors/defineResource.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { TokenField } from '../../ui/TokenField.tsx';
import { useOptions } from '../forms/useOptions.ts';
import styles from './Bulk.module.css';
import type { ValueMoves } from './editPlan.ts';

type Props = {
  title: string;
  field: Field;
  /** What the chosen rows hold: only that can be taken away. */
  held: readonly string[];
  start: ValueMoves;
  /** The server's present copies are being read. */
  isReading: boolean;
  failure: string | undefined;
  onReview: (moves: ValueMoves) => void;
  onClose: () => void;
};

/** Which values come and which go, before anything is worked out. */
export function ChooseMoves({ title, field, held, start, isReading, failure, onReview, onClose }: Props) {
  const [moves, setMoves] = useState(start);
  const options = useOptions(field.input?.options);
  const { add, take } = moves;
  const both = add.find((value) => take.includes(value));
  const words = field.label.toLowerCase();
  const off =
    both !== undefined
      ? `${both} cannot both come and go`
      : add.length + take.length === 0
        ? `Choose ${words} that come or go first`
        : undefined;
  return (
    <Dialog
      title={title}
      size="form"
      onClose={onClose}
      dismissGuard={isReading ? 'working' : add.length + take.length > 0 ? 'typed' : undefined}
      footer={
        <>
          <Button size="form" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="form"
            kind="primary"
            off={off}
            busy={isReading ? 'Reading' : undefined}
            onClick={() => onReview(moves)}
          >
            Review changes
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TokenField
          label={`${field.label} to add`}
          values={add}
          before={[]}
          options={options}
          none="Nothing has that name"
          placeholder={options ? 'Type to choose' : undefined}
          onChange={(next) => setMoves({ add: next, take })}
        />
        <TokenField
          label={`${field.label} to take away`}
          values={take}
          options={held}
          none="None of them has that"
          placeholder="Type to choose"
          onChange={(next) => setMoves({ add, take: next })}
        />
        {failure !== undefined && (
          <Note kind="danger" title="What there is now could not be read. Nothing was changed.">
            {failure}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
