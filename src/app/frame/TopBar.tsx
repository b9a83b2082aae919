import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { useStore } from '../../ui/useStore.ts';
import { chooseZone, zone } from '../../ui/zone.ts';
import { KEYS } from '../actions.ts';
import { AssistButton } from '../assist/AssistOverlay.tsx';
import { overlay } from '../frameState.ts';
import { useConsole } from '../useConsole.ts';
import { ClusterMenu } from './ClusterMenu.tsx';
import { NearEndIcon } from './SessionFoot.tsx';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

const ZONES = { local: 'Local', utc: 'UTC' };

export function TopBar({ isPhone }: { isPhone: boolean }) {
  const { keeper } = useConsole();
  const shownZone = useStore(zone);
  const openPalette = () => overlay.set('palette');
  if (isPhone) {
    return (
      <header className={styles.top}>
        <IconButton
          icon="menu"
          iconSize={20}
          label="Navigation"
          aria-haspopup="dialog"
          onClick={() => overlay.set('navigation')}
        />
        <ClusterMenu isPhone />
        <span className="grow" />
        <NearEndIcon keeper={keeper} />
        <IconButton icon="search" iconSize={20} label="Go to a page or an action" onClick={openPalette} />
        <UserMenu isPhone />
      </header>
    );
  }
  return (
    <header className={styles.top}>
      <ClusterMenu />
      <button
        type="button"
        className={styles.command}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      >
        <Icon name="search" />
        <span className="cut">Go to a page, a resource or an action</span>
        <Kbd keys={KEYS.palette} together />
      </button>
      <Segmented label="Times shown in" size="inline" value={shownZone} segments={ZONES} onChange={chooseZone} />
      <AssistButton />
      <IconButton
        icon="circle-question-mark"
        label="Help and shortcuts"
        keys={KEYS.keys}
        onClick={() => overlay.set('keys')}
      />
      <UserMenu />
    </header>
  );
}
