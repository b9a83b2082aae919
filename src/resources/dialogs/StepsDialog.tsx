import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { userContext } from '../../api/userContext.ts';
import type { Step, Steps } from '../../descriptors/steps.ts';
import { textAt } from '../../lib/json.ts';
import { QUERIES_PREFIX, readJson, writeJson } from '../../lib/storage.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { ChoiceField, firstChoices } from './ChoiceField.tsx';
import styles from './StepsDialog.module.css';

type Page = NonNullable<Steps['page']>;

/** The last choice of one user for one page. */
const storageKey = ({ to }: Page): string => `${QUERIES_PREFIX}${encodeURIComponent(userContext().username)}:${to({})}`;

const StepItem = ({ text, command, optional }: Step) => (
  <li className={styles.step}>
    <span className={styles.text}>
      {text}
      {optional && <span className="t3"> (optional)</span>}
    </span>
    <CopyBox command label={text} text={command} />
  </li>
);

type Props = { steps: Steps; onClose: () => void };

/** Commands to run elsewhere, in their order, each with a copy button. */
export default function StepsDialog({ steps, onClose }: Props) {
  const { title, choices = [], page, note } = steps;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() => {
    const before = page && readJson(localStorage, storageKey(page));
    const first = firstChoices(choices);
    return Object.fromEntries(choices.map(({ id }) => [id, textAt(before, id) || (first[id] ?? '')]));
  });
  const missing = choices.find(({ id }) => !chosen[id]);
  const openPage = (target: Page) => {
    writeJson(localStorage, storageKey(target), chosen);
    onClose();
    void navigate(target.to(chosen));
  };
  return (
    <Dialog
      title={title}
      size="form"
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button size="form" autoFocus={!page} onClick={onClose}>
            Close
          </Button>
          {page && (
            <Button
              size="form"
              kind="primary"
              autoFocus={!missing}
              off={missing && `Enter the ${missing.label.toLowerCase()}`}
              onClick={() => openPage(page)}
            >
              {page.label}
            </Button>
          )}
        </>
      }
    >
      {choices.length > 0 && (
        <div className={styles.choices}>
          {choices.map((choice) => (
            <ChoiceField
              key={choice.id}
              choice={choice}
              autoFocus={page !== undefined && choice === missing}
              value={chosen[choice.id] ?? ''}
              onChange={(value) => setChosen({ ...chosen, [choice.id]: value })}
            />
          ))}
        </div>
      )}
      {steps.of && (
        <ol className={styles.steps}>
          {steps.of(chosen).map((step) => (
            <StepItem key={step.text} {...step} />
          ))}
        </ol>
      )}
      {note && (
        <p className={styles.note}>
          {note.text}{' '}
          {note.link && (
            <a className="link" href={note.link.href} target="_blank" rel="noreferrer">
              {note.link.label}
            </a>
          )}
        </p>
      )}
    </Dialog>
  );
}
