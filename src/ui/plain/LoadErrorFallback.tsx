import { Button } from './Button.tsx';
import type { Loss } from './LazyPart.ts';
import { Note } from './Note.tsx';
import styles from './LoadErrorFallback.module.css';

/** `note`: where the part would stand. `line`: in a bar of one line. `over`: at the foot of the window, for what lies over a page. */
export type LoadErrorLook = 'note' | 'line' | 'over';

type Props = {
  /** What did not come: "The editor". */
  what: string;
  loss: Loss;
  isTrying: boolean;
  look: LoadErrorLook;
  onAgain: () => void;
  /** For what can be done without. */
  onClose: (() => void) | undefined;
};

const WORDS = {
  unanswered: {
    kind: 'warn',
    title: (what: string) => `${what} could not be loaded.`,
    why: 'The server did not answer. The rest of the page stays; this comes when the connection is back.',
  },
  refused: {
    kind: 'danger',
    title: (what: string) => `${what} could not be loaded.`,
    why: 'The server answers, and did not send it. The rest of the page stays; it is asked for again.',
  },
  replaced: {
    kind: 'info',
    title: () => 'There is a new version of the console.',
    why: 'This page is of the version before and can load no more of it. Drafts are kept; reload the page to go on.',
  },
} as const satisfies Record<Loss, unknown>;

/** In the place of a part that did not come. */
export function LoadErrorFallback({ what, loss, isTrying, look, onAgain, onClose }: Props) {
  const { kind, title, why } = WORDS[loss];
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
          <b className="semi">{title(what)}</b> {why}
        </span>
        {buttons}
      </div>
    );
  return (
    <div className={styles[look]} role={kind === 'danger' ? undefined : 'alert'}>
      <Note kind={kind} title={title(what)} actions={buttons}>
        {why}
      </Note>
    </div>
  );
}
