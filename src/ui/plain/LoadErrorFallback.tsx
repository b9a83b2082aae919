import { Button } from './Button.tsx';
import type { Loss } from './LazyPart.ts';
import { Note } from './Note.tsx';
import styles from './LoadErrorFallback.module.css';

/**
 * `note`: in the place of the part. `line`: in a bar of one line. `over`: at the foot of the window, for parts that lie
 * over a page.
 */
export type LoadErrorLook = 'note' | 'line' | 'over';

type Props = {
  /** What could not be loaded: "The editor". */
  name: string;
  loss: Loss;
  isTrying: boolean;
  look: LoadErrorLook;
  onAgain: () => void;
  /** For optional parts. */
  onClose: (() => void) | undefined;
};

const MESSAGES = {
  unanswered: {
    kind: 'warn',
    title: (name: string) => `${name} could not be loaded.`,
    why: 'The server did not answer. The rest of the page still works. This part loads when the connection is back.',
  },
  refused: {
    kind: 'danger',
    title: (name: string) => `${name} could not be loaded.`,
    why: 'The server is reachable but did not send this part. The rest of the page still works. The console tries again.',
  },
  replaced: {
    kind: 'info',
    title: () => 'A new version of the console is available.',
    why: 'This page belongs to the previous version and cannot load more parts. Drafts are kept. Reload the page to continue.',
  },
} as const satisfies Record<Loss, unknown>;

/** Shown in place of a part that could not be loaded. */
export function LoadErrorFallback({ name, loss, isTrying, look, onAgain, onClose }: Props) {
  const { kind, title, why } = MESSAGES[loss];
  const size = look === 'line' ? 'inline' : 'toolbar';
  const buttons = (
    <>
      {loss !== 'replaced' && (
        <Button size={size} busy={isTrying ? 'Loading' : undefined} onClick={onAgain}>
          Try again
        </Button>
      )}
      {loss !== 'unanswered' && (
        <Button size={size} onClick={() => location.reload()}>
          Reload the page
        </Button>
      )}
      {onClose && (
        <Button kind="quiet" size={size} onClick={onClose}>
          Close
        </Button>
      )}
    </>
  );
  if (look === 'line')
    return (
      <div className={styles.line} role="alert">
        <span className="cut" title={why}>
          <b className="semi">{title(name)}</b> {why}
        </span>
        {buttons}
      </div>
    );
  return (
    <div className={styles[look]} role={kind === 'danger' ? undefined : 'alert'}>
      <Note kind={kind} title={title(name)} actions={buttons}>
        {why}
      </Note>
    </div>
  );
}
