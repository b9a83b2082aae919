import { useState } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import type { ToolCall } from '../../../wire/assist/messages.ts';
import { visibleText } from '../session/proposalQuery.ts';
import styles from './Messages.module.css';

const words = (name: string): string => name.replace(/[_-]+/g, ' ');

/** What Assist looked up with the rights of the user: one line, with what it asked for behind it. */
export function ToolLine({ call: { tool, arguments: given, result } }: { call: ToolCall }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.tool}>
      <button type="button" className={styles.toolHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        <span className="rigid">Looked up: {visibleText(words(tool))}</span>
        <span className={cx('cut', result.failed ? styles.failed : 't3')}>
          {visibleText(result.summary) || (result.count === undefined ? '' : plural(result.count, 'result'))}
        </span>
      </button>
      {isOpen && (
        <pre className={styles.toolText} tabIndex={0} role="region" aria-label="What was asked for">
          {visibleText(JSON.stringify(given, null, 2))}
          {result.count !== undefined && `\n${plural(result.count, 'result')}`}
        </pre>
      )}
    </div>
  );
}
