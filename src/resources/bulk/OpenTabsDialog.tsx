import { useState } from 'react';
import { formatCount, plural } from '../../lib/numbers.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CloseButton, DialogButtons } from '../../ui/DialogButtons.tsx';
import styles from './OpenTabsDialog.module.css';
import { openTabs } from './bulkChoices.ts';

export type TabLink = { title: string; href: string };

type Props = {
  /** What opens: the label of the choice. */
  label: string;
  tabs: readonly TabLink[];
  /** The browser has already blocked these. If false, the user must confirm many tabs first. */
  keptBack: boolean;
  onClose: () => void;
};

/** Asks before many tabs open, and lists those that the browser blocked. A click on each opens it. */
export default function OpenTabsDialog({ label, tabs, keptBack, onClose }: Props) {
  const [rest, setRest] = useState(keptBack ? tabs : undefined);
  if (!rest)
    return (
      <Dialog
        title={`Open ${plural(tabs.length, 'tab')}?`}
        onClose={onClose}
        footer={
          <DialogButtons
            cancelLabel="Do not open"
            onCancel={onClose}
            focus="act"
            act={{
              onClick: () => {
                const blocked = openTabs(tabs);
                if (blocked.length > 0) setRest(blocked);
                else onClose();
              },
              children: `Open ${plural(tabs.length, 'tab')}`,
            }}
          />
        }
      >
        <p>
          Each opens in its own tab, as <code>{label}</code>.
        </p>
      </Dialog>
    );
  return (
    <Dialog
      title={`The browser blocked ${plural(rest.length, 'tab')}`}
      size="form"
      onClose={onClose}
      footer={<CloseButton autoFocus onClick={onClose} />}
    >
      <p>
        Browsers let one click open one tab until pop-ups are allowed for this site. Allow them at the end of the
        address bar and try again, or open {rest.length === 1 ? 'it' : `the ${formatCount(rest.length)}`} from here:
      </p>
      <ul className={styles.places}>
        {rest.map(({ title, href }) => (
          <li key={href}>
            <a
              className="link"
              href={href}
              target="_blank"
              rel="noopener"
              onClick={() => (rest.length > 1 ? setRest(rest.filter((tab) => tab.href !== href)) : onClose())}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
