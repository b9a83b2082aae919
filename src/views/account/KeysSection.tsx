import { useSyncExternalStore } from 'react';
import { Switch } from '../../ui/Check.tsx';
import { KeyGroups } from '../../ui/keys/KeyGroups.tsx';
import { pageKeys, singleKeys, switchSingleKeys } from '../../ui/keys/keys.ts';
import { useStore } from '../../ui/useStore.ts';
import styles from './account.module.css';
import { SectionStatus } from './SectionStatus.tsx';
import { Preference, PreferenceList } from './Preference.tsx';

export const SingleKeysPreference = () => (
  <Preference label="Single-key shortcuts" help="J, K, X, / and others">
    <Switch on={useStore(singleKeys)} onChange={switchSingleKeys}>
      Single-key shortcuts work outside fields and terminals
    </Switch>
  </Preference>
);

/** The shortcuts of every page, and the switch for those without Ctrl. */
export function KeysSection() {
  const actions = useSyncExternalStore(pageKeys.subscribe, () => pageKeys.actions);
  return (
    <>
      <div className={styles.content}>
        <PreferenceList
          id="account-keys"
          title="Keyboard shortcuts"
          lead="Lists, editors and terminals show their own shortcuts under ?."
        >
          <SingleKeysPreference />
        </PreferenceList>
        <div className={styles.section}>
          <KeyGroups actions={actions} />
        </div>
      </div>
      <SectionStatus keys={[{ keys: ['?'], hint: 'shortcuts of any page' }]}>All changes saved</SectionStatus>
    </>
  );
}
