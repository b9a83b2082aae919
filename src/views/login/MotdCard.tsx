import { Button } from '../../ui/plain/Button.tsx';
import styles from './login.module.css';

/** The message of the day. A blank line begins a paragraph; the first of several is the heading. */
export function MotdCard({ text, onAcknowledge }: { text: string; onAcknowledge: () => void }) {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return (
    <>
      {/* Long messages scroll: the box is a tab stop, so that keys can scroll it too. */}
      <section className={styles.motd} aria-label="Message of the day" tabIndex={0}>
        {paragraphs.map((paragraph, i) => (
          <p key={i}>{paragraph}</p>
        ))}
      </section>
      <div className={styles.acknowledge}>
        <span className="t3 small">Shown once for each sign-in</span>
        <Button kind="primary" size="form" autoFocus onClick={onAcknowledge}>
          Acknowledge and continue
        </Button>
      </div>
    </>
  );
}
