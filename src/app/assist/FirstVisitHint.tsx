import { useEffect, useRef } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import styles from './FirstVisitHint.module.css';

type Props = { onTry: () => void; onClose: () => void };

/**
 * Shown beside the button of Assist until it is closed once in this browser. It takes no focus, and a click outside
 * closes it.
 */
export default function FirstVisitHint({ onTry, onClose }: Props) {
  const hint = useRef<HTMLElement>(null);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && hint.current?.contains(target))) onClose();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [onClose]);
  return (
    <aside ref={hint} className={styles.hint} aria-label="New: Assist">
      <header className="row g6">
        <Icon name="sparkles" />
        <span className="strong grow">New: Assist</span>
        <IconButton size="inline" icon="x" label="Close hint" onClick={onClose} />
      </header>
      <p>
        Ask about your servers, or let Assist explain output, events and roles. Commands run only after you approve.
      </p>
      <Button size="inline" onClick={onTry}>
        Open Assist
      </Button>
    </aside>
  );
}
