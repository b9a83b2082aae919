import { cx } from '../../ui/plain/cx.ts';
import { visibleLine } from '../../lib/visibleText.ts';
import syntax from '../syntax.module.css';
import styles from './details.module.css';

/** Longer documents are cut here. Copy has them whole. */
const LINES_MAX = 1000;

/** Read-only JSON with line numbers. */
export function JsonView({ text, label }: { text: string; label: string }) {
  const lines = text.split('\n');
  const more = lines.length - LINES_MAX;
  return (
    <div className={styles.code} role="region" aria-label={label} tabIndex={0}>
      <ol className={styles.lines}>
        {lines.slice(0, LINES_MAX).map((line, i) => (
          // The lines of one document keep their positions.
          <li key={i}>
            {jsonTokens(line).map(({ text: part, kind }, at) => (
              <span key={at} className={cx(syntax[kind])}>
                {visibleLine(part)}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {more > 0 && <p className={styles.more}>{more} more lines are not shown. Copy JSON includes them</p>}
    </div>
  );
}

type JsonToken = { text: string; kind: 'key' | 'string' | 'number' | 'word' | 'punct' };

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([^"\d\w-]+|.)/g;

/** One line of indented JSON as tokens, which joined give the line again. */
export const jsonTokens = (line: string): readonly JsonToken[] =>
  [...line.matchAll(TOKEN)].flatMap(([text, quoted, colon, number, word]): JsonToken[] => {
    if (quoted !== undefined && colon !== undefined)
      return [
        { text: quoted, kind: 'key' },
        { text: colon, kind: 'punct' },
      ];
    if (quoted !== undefined) return [{ text, kind: 'string' }];
    if (number !== undefined) return [{ text, kind: 'number' }];
    return [{ text, kind: word === undefined ? 'punct' : 'word' }];
  });
