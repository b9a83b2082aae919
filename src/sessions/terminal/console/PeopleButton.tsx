import { useState } from 'react';
import type { Party } from '../../../api/activeSessions.ts';
import { copyText } from '../../../ui/copyText.ts';
import { Menu } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Person } from '../../../ui/Person.tsx';
import { toasts } from '../../../ui/toasts.ts';
import styles from './TerminalPane.module.css';

export type People = { parties: readonly Party[]; self: string | undefined };

const SHOWN = 3;

/** Who else is in the session; absent while one is alone in it. */
export function PeopleButton({ people: { parties, self }, address }: { people: People; address: string }) {
  const [anchor, setAnchor] = useState<Element>();
  if (parties.length < 2) return null;
  const items: MenuItem[] = [
    { kind: 'head', label: 'In this session' },
    ...parties.map(({ user }): MenuItem => ({
      kind: 'head',
      label: (
        <span className={styles.party}>
          <Person name={user} self={user === self} />
          {user === self && <span className={styles.you}>you</span>}
        </span>
      ),
    })),
    { kind: 'line' },
    {
      kind: 'item',
      id: 'invite',
      label: 'Copy invitation link',
      icon: 'share-2',
      run: () => void copyText(address).then((copied) => copied && toasts.show({ text: 'Link copied' })),
    },
  ];
  return (
    <>
      <button
        type="button"
        className={styles.people}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={`${parties.length} take part`}
        title={parties.map(({ user }) => user).join(', ')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {parties.slice(0, SHOWN).map(({ id, user }) => (
          <Person key={id} name={user} self={user === self} bare />
        ))}
        {parties.length}
      </button>
      {anchor && (
        <Menu anchor={anchor} label="In this session" width={236} items={items} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}
