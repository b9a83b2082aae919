import { formatTime } from '../../lib/dates.ts';
import { Switch } from '../../ui/Check.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { chooseTheme, themeChoice } from '../../ui/theme.ts';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { chooseZone, localZoneName, zone } from '../../ui/zone.ts';
import styles from './account.module.css';
import { SingleKeysPreference } from './KeysSection.tsx';
import { SectionStatus } from './SectionStatus.tsx';
import { DraftsPreference } from './DraftsPreference.tsx';
import { Preference, PreferenceList } from './Preference.tsx';

type TerminalLook = { theme: 'page' | 'light' | 'dark'; readerMode: boolean };

type Props = {
  username: string;
  terminal: TerminalLook;
  onTerminal: (change: Partial<TerminalLook>) => void;
  /** The navigation is collapsed to a rail. */
  isRail: boolean;
  onRail: (isRail: boolean) => void;
};

const SECOND_MS = 1000;

/** The user's preferences in this browser. They need no saving. */
export function AppearanceSection({ username, terminal, onTerminal, isRail, onRail }: Props) {
  return (
    <>
      <div className={styles.content}>
        <PreferenceList
          id="account-appearance"
          title="Appearance and time"
          lead="Saved in this browser, applied at once."
        >
          <Preference label="Theme">
            <Segmented
              label="Theme"
              value={useStore(themeChoice)}
              segments={{ light: 'Light', dark: 'Dark', system: 'System' }}
              onChange={chooseTheme}
            />
          </Preference>
          <Preference label="Terminal" help="Follow the theme or stay fixed">
            <Segmented
              label="Theme of the terminal"
              value={terminal.theme}
              segments={{ page: 'Follow', light: 'Light', dark: 'Dark' }}
              onChange={(theme) => onTerminal({ theme })}
            />
          </Preference>
          <Preference label="Terminal output" help="Read out by a screen reader">
            <Switch on={terminal.readerMode} onChange={(readerMode) => onTerminal({ readerMode })}>
              Read new output aloud
            </Switch>
          </Preference>
          <Preference label="Navigation">
            <Segmented
              label="Navigation"
              value={isRail ? 'rail' : 'full'}
              segments={{ full: 'Names', rail: 'Rail' }}
              onChange={(look) => onRail(look === 'rail')}
            />
          </Preference>
          <Preference label="Times">
            <Segmented
              label="Times"
              value={useStore(zone)}
              segments={{ local: 'Local', utc: 'UTC' }}
              onChange={chooseZone}
            />
            <TimeNow />
          </Preference>
          <SingleKeysPreference />
          <DraftsPreference username={username} />
        </PreferenceList>
      </div>
      <SectionStatus>All changes saved</SectionStatus>
    </>
  );
}

function TimeNow() {
  const shownZone = useStore(zone);
  const now = new Date(useNow(SECOND_MS));
  return (
    <span className="t3 small num">
      {shownZone === 'utc' ? 'UTC' : localZoneName()}, now {formatTime(now, shownZone)}
    </span>
  );
}
