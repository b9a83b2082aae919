import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import styles from './ArrangeViewsDialog.module.css';
import { NOT_KEPT } from './saveChanges.ts';
import type { Views } from './useViews.ts';
import { arrangeViews } from './dialogChanges.ts';
import { nameFault, noViews, tidyName } from './viewBook.ts';

type Props = { views: Views; onClose: () => void };
type Line = { was: string; name: string };

const moved = (lines: readonly Line[], from: number, to: number): readonly Line[] => {
  const line = lines[from];
  return line && lines[to] ? lines.toSpliced(from, 1).toSpliced(to, 0, line) : lines;
};

/** The error in the name of one line, considering the others. */
const faultOf = (lines: readonly Line[], at: number): string | undefined => {
  const others = lines.filter((_, i) => i !== at).map(({ name }) => ({ name: tidyName(name), address: '' }));
  return nameFault({ ...noViews, views: others }, lines[at]?.name ?? '');
};

/** Renames and reorders the views. */
export default function ArrangeViewsDialog({ views, onClose }: Props) {
  const { book, present, edit, call } = views;
  const [edited, setLines] = useState<readonly Line[]>([]);
  const isNew = ({ was }: Line) => edited.every((line) => line.was !== was);
  // Another tab may have saved some since.
  const lines = [...edited, ...book.views.map(({ name }) => ({ was: name, name })).filter(isNew)];
  const [refused, setRefused] = useState(false);
  const isFaulty = lines.some((_, i) => faultOf(lines, i) !== undefined);
  const save = () => {
    const kept = edit((now) => arrangeViews(now, lines));
    setRefused(!kept);
    if (!kept) return;
    const mine = present.kind === 'saved' ? lines.find(({ was }) => was === present.view.name) : undefined;
    if (mine && tidyName(mine.name) !== mine.was) call(tidyName(mine.name));
    onClose();
  };
  return (
    <Dialog
      title="Rename and order views"
      size="form"
      onClose={onClose}
      dismissGuard={edited.length === 0 ? undefined : 'typed'}
      footer={
        <DialogButtons
          onCancel={onClose}
          act={{ off: isFaulty ? 'Fix the name first' : undefined, onClick: save, children: 'Save views' }}
        />
      }
    >
      <ul className={styles.lines}>
        {lines.map((line, i) => (
          <li key={line.was} className={styles.line}>
            <TextField
              label={<span className="vh">{`Name of ${line.was}`}</span>}
              autoFocus={present.kind === 'saved' ? present.view.name === line.was : i === 0}
              autoComplete="off"
              maxLength={200}
              value={line.name}
              error={faultOf(lines, i)}
              onChange={(name) => setLines(lines.with(i, { ...line, name }))}
            />
            <IconButton
              icon="arrow-up"
              label={`Move ${line.name} up`}
              off={i === 0 ? 'It is the first' : undefined}
              onClick={() => setLines(moved(lines, i, i - 1))}
            />
            <IconButton
              icon="arrow-down"
              label={`Move ${line.name} down`}
              off={i === lines.length - 1 ? 'It is the last' : undefined}
              onClick={() => setLines(moved(lines, i, i + 1))}
            />
          </li>
        ))}
      </ul>
      {refused && (
        <Note kind="danger" title="The views were not changed.">
          {NOT_KEPT}
        </Note>
      )}
    </Dialog>
  );
}
