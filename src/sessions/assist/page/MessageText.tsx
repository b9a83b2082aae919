import { useDeferredValue } from 'react';
import { lazyComponent } from '../../../ui/lazyComponent.ts';
import { visibleText } from '../session/proposalQuery.ts';
import styles from './Messages.module.css';

const markdown = lazyComponent(() => import('./Markdown.tsx'), { what: 'The text with its format' });

/** Loads the part that formats texts, before the first text is there. */
export const prefetchMarkdown = markdown.fetch;

/** What Assist says. While it is written, the page draws it as often as it has time. */
export function MessageText({ text }: { text: string }) {
  const shown = useDeferredValue(text);
  const plain = () => <p className={styles.plain}>{visibleText(shown)}</p>;
  return <markdown.Part text={shown} around={(standIn) => standIn ?? plain()} />;
}
