import { useId, useState } from 'react';
import type { DocumentTemplates } from './documentTemplates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { DiffLines } from '../review/DiffLines.tsx';
import { linesOf } from '../review/diffTexts.ts';
import styles from './TemplatesDialog.module.css';

type Props = {
  /** "role" */
  noun: string;
  templates: DocumentTemplates;
  /** The user has changed the text that a template would replace. */
  isChanged: boolean;
  onClose: () => void;
  onPick: (text: string) => void;
};

/** Templates for a new document, with a preview before the user takes one. */
export function TemplatesDialog({ noun, templates, isChanged, onClose, onPick }: Props) {
  const [nth, setNth] = useState(0);
  const name = useId();
  const text = (templates[nth] ?? templates[0]).content;
  const lines = linesOf(text).map((line, i) => ({ kind: 'same', text: line, before: i + 1, after: i + 1 }) as const);
  return (
    <Dialog
      title={`Start the ${noun} with`}
      size="review"
      onClose={onClose}
      footer={
        <DialogButtons
          note={
            <span className="grow t2">
              {isChanged && 'It replaces your text. Press Ctrl Z in the editor to get your text back.'}
            </span>
          }
          cancelLabel={isChanged ? 'Keep my text' : 'Cancel'}
          onCancel={onClose}
          focus={isChanged ? 'cancel' : undefined}
          act={{ onClick: () => onPick(text), children: isChanged ? 'Replace my text' : 'Use this text' }}
        />
      }
    >
      <div className={styles.split}>
        <div className={styles.choices} role="radiogroup" aria-label="Templates">
          {templates.map((template, i) => (
            <label key={template.label} className={styles.choice}>
              <input
                type="radio"
                name={name}
                checked={i === nth}
                autoFocus={i === 0 && !isChanged}
                onChange={() => setNth(i)}
              />
              <span>
                <span className="strong">{template.label}</span>
                <span className="t3 small">{template.text}</span>
              </span>
            </label>
          ))}
        </div>
        <div className={styles.preview} role="region" aria-label="Preview" tabIndex={0}>
          <DiffLines lines={lines} unfolded single />
        </div>
      </div>
    </Dialog>
  );
}
