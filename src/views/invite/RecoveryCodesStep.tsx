import { useEffect } from 'react';
import type { RecoveryCodes } from '../../api/auth.ts';
import { askBeforeUnload } from '../../lib/askBeforeUnload.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { plural } from '../../lib/numbers.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { saveFile } from '../../ui/plain/saveFile.ts';
import login from '../login/login.module.css';
import styles from './invite.module.css';

const REASONS: readonly [IconName, string][] = [
  ['key-round', 'One code gets you back in when your password or second factor is lost.'],
  ['circle-minus', 'Each works once.'],
  ['lock', 'Store them separately from your password and not on this computer.'],
];

type Props = {
  recovery: RecoveryCodes;
  user: string;
  /** After a reset: what happens to the earlier codes. */
  oldCodes: string | undefined;
  /** How the user saved the codes, for the usage events of a new account. Without it there is no print button. */
  onKept?: (how: 'Copy' | 'Print') => void;
  onDone: () => void;
};

const always = () => true;

/** Shown once: at the end of an invite or reset, or after creating new codes. */
export function RecoveryCodesStep({ recovery: { codes, createdDate }, user, oldCodes, onKept, onDone }: Props) {
  useEffect(() => askBeforeUnload(always), []);
  const created = formatDateTime(createdDate, 'local');
  const text = `${codes.join('\n')}\n\nRecovery codes of ${user}, created ${created}\n`;
  const print = () => {
    onKept?.('Print');
    window.print();
  };
  return (
    <div className={login.stack}>
      <div className={styles.screenOnly}>
        <Note kind="warn" title="Shown once.">
          They cannot be shown again, not even by an administrator.
        </Note>
      </div>
      <p className={styles.paperOnly}>Recovery codes of {user}</p>
      <ol className={styles.codes} aria-label={plural(codes.length, 'recovery code')}>
        {codes.map((code, i) => (
          <li key={code}>
            <span className={styles.number}>{i + 1}</span>
            <span>{code}</span>
          </li>
        ))}
      </ol>
      <div className={styles.keep}>
        <span className="t3 small num grow">
          {plural(codes.length, 'code')}, created {created}
        </span>
        <CopyButton size="toolbar" text={text} onCopied={() => onKept?.('Copy')} />
        {onKept && (
          <Button icon="printer" onClick={print}>
            Print
          </Button>
        )}
        <Button
          icon="download"
          onClick={() => saveFile(`postern-recovery-codes-${user}.txt`, new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </div>
      <ul className={styles.why}>
        {REASONS.map(([icon, reason]) => (
          <li key={icon}>
            <Icon name={icon} size={14} />
            {reason}
          </li>
        ))}
        {oldCodes !== undefined && (
          <li>
            <Icon name="history" size={14} />
            {oldCodes}
          </li>
        )}
      </ul>
      <Button className={styles.screenOnly} kind="primary" size="big" wide autoFocus onClick={onDone}>
        I have saved them, continue
      </Button>
    </div>
  );
}
