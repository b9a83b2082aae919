import { plural } from '../lib/numbers.ts';
import { Button } from './plain/Button.tsx';
import { Icon } from './plain/Icon.tsx';
import { IconButton } from './plain/IconButton.tsx';
import { Progress } from './Progress.tsx';
import styles from './ToastHost.module.css';
import { toasts, type ShownToast } from './toasts.ts';
import { useStore } from './useStore.ts';

/** Bottom right, one at a time, with the number of the rest. Screen readers announce it politely. */
export function ToastHost() {
  const [first, ...waiting] = useStore(toasts.queue);
  return (
    <div className="corner" role="status">
      {first && <ToastBox toast={first} waiting={waiting.length} />}
    </div>
  );
}

function ToastBox({ toast, waiting }: { toast: ShownToast; waiting: number }) {
  const { text, isWarning, undo, action, progress } = toast;
  const does = (run: () => void) => () => {
    toasts.close(toast.id);
    run();
  };
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => toasts.hold()}
      onPointerLeave={() => toasts.release()}
      onFocus={() => toasts.hold()}
      onBlur={() => toasts.release()}
    >
      <div className={styles.line}>
        {!progress && (
          <Icon name={isWarning ? 'triangle-alert' : 'check'} className={isWarning ? 'warn-mark' : 'ok-mark'} />
        )}
        <span className="grow breaks">{text}</span>
        {waiting > 0 && <span className="t3 small">{plural(waiting, 'more', 'more')}</span>}
        {undo && (
          <Button kind="quiet" size="inline" onClick={does(undo)}>
            Undo
          </Button>
        )}
        {action && (
          <Button kind="quiet" size="inline" onClick={does(action.run)}>
            {action.label}
          </Button>
        )}
        {progress?.cancel && (
          <Button kind="quiet" size="inline" onClick={progress.cancel}>
            Cancel
          </Button>
        )}
        {!progress && (
          <IconButton icon="x" iconSize={14} size="inline" label="Close" onClick={() => toasts.close(toast.id)} />
        )}
      </div>
      {progress && <Progress label={text} done={progress.done} failed={progress.failed ?? 0} total={progress.total} />}
    </div>
  );
}
