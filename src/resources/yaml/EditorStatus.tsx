import { StatusBar, type KeyHint } from '../../ui/StatusBar.tsx';
import { Time } from '../../ui/Time.tsx';
import type { DocumentForm } from '../../descriptors/documentTypes.ts';
import type { YamlPath } from '../../wire/yaml.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { plural } from '../../lib/numbers.ts';
import type { Base } from './drafts.ts';
import type { TextRanges } from './problems/TextRanges.ts';
import { inputFor, stepsOf } from './form/formField.ts';
import { pathText } from './problems/problem.ts';
import styles from './EditorPage.module.css';
import type { CodeHandle } from './monaco/codeHandle.ts';

const KEYS: readonly KeyHint[] = [
  { keys: ['Ctrl+S'], hint: 'review' },
  { keys: ['Ctrl+Space'], hint: 'complete' },
  { keys: ['F8'], hint: 'next problem' },
  { keys: ['Ctrl+M'], hint: 'Tab leaves the text' },
  { keys: ['?'], hint: 'all keys' },
];

const FORM_KEYS: readonly KeyHint[] = [
  { keys: ['Ctrl+S'], hint: 'review' },
  { keys: ['F6'], hint: 'form ↔ YAML' },
  { keys: ['F8'], hint: 'next problem' },
  { keys: ['?'], hint: 'all keys' },
];

type Props = {
  cursor: { line: number; column: number };
  ranges: TextRanges;
  base: Base;
  isNew: boolean;
  /** The form beside the text, if it is shown. */
  form: DocumentForm | undefined;
};

/** `Server labels › team`, or the path in the document if the form has no label for it. */
function fieldLabel(path: YamlPath, form: DocumentForm | undefined): string {
  const input = form && inputFor(form.sections, path);
  if (!input) return pathText(path);
  const inside = path.slice(stepsOf(input).length).map((step) => (typeof step === 'number' ? step + 1 : step));
  return [input.label, ...inside].join(' › ');
}

/** Where the cursor is, and the age of the server's copy. */
export function EditorStatus({ cursor: { line, column }, ranges, base, isNew, form }: Props) {
  const field = fieldLabel(ranges.pathAt(line, column), form);
  return (
    <StatusBar keys={form ? FORM_KEYS : KEYS}>
      <span>{`Line ${line}, column ${column}`}</span>
      {field && <span className="t3">{`Field: ${field}`}</span>}
      <span className="t3">
        {isNew ? (
          'Not on the server yet'
        ) : (
          <>
            Server’s copy loaded <Time date={new Date(base.readAtMs)} show="time" />
          </>
        )}
      </span>
    </StatusBar>
  );
}

/** Keys that the keyboard of a phone lacks or hides. `onNext` goes to the next problem. */
export function KeyRow({ code, onNext }: { code: CodeHandle | undefined; onNext: () => void }) {
  const typed = ['-', ':', '[]', '"'];
  return (
    <div className={styles.keyRow} role="toolbar" aria-label="Keys">
      <button type="button" onClick={() => code?.run('indent')}>
        Tab
      </button>
      <button type="button" aria-label="Less indented" onClick={() => code?.run('outdent')}>
        ⇤
      </button>
      {typed.map((text) => (
        <button key={text} type="button" aria-label={`Type ${text}`} onClick={() => code?.type(text)}>
          {text}
        </button>
      ))}
      <button type="button" aria-label="Undo" onClick={() => code?.run('undo')}>
        <Icon name="undo-2" />
      </button>
      <button type="button" onClick={() => code?.run('quickFix')}>
        Fix
      </button>
      <button type="button" aria-label="Next problem" onClick={onNext}>
        Next
      </button>
    </div>
  );
}

type TextFactsProps = {
  /** Lines that differ from the server's copy. */
  changes: number;
  /** This kind has a form. The other two values give why it is not shown: no room, or too much text. */
  hasForm: boolean;
  isPhone: boolean;
  isLong: boolean;
};

/** Facts about the text, beside its name. */
export function TextFacts({ changes, hasForm, isPhone, isLong }: TextFactsProps) {
  if (hasForm && isPhone) return <span className="t3 small cut">The form needs a wider screen</span>;
  return (
    <>
      {changes > 0 && (
        <span className="t3 small cut">{`${plural(changes, 'line differs', 'lines differ')} from the server’s copy`}</span>
      )}
      {hasForm && isLong && <span className="t3 small cut">The text is too long for the form</span>}
    </>
  );
}
