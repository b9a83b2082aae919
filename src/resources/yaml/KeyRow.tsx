import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './EditorPage.module.css';
import type { CodeHandle } from './monaco/codeHandle.ts';

/** What a phone's keyboard lacks or hides. `onNext` goes to the next problem. */
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
