import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { Menu, useMenuButton } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Person } from '../../../ui/Person.tsx';
import { PersonLine, type People } from '../sharing/PeopleList.tsx';
import styles from './TerminalPane.module.css';

type Props = {
  people: People;
  /** Address that joins the session. */
  address: string;
  onShare: () => void;
};

const SHOWN = 3;

/** The other participants of the session. Hidden while the user is alone. */
export function PeopleButton({ people, address, onShare }: Props) {
  const { parties, self } = people;
  const { anchor, close, button } = useMenuButton();
  if (parties.length < 2) return null;
  const items: MenuItem[] = [
    { kind: 'head', label: 'In this session' },
    ...parties.map((party): MenuItem => ({
      kind: 'head',
      label: (
        <span className={styles.party}>
          <PersonLine party={party} people={people} />
        </span>
      ),
    })),
    { kind: 'line' },
    {
      kind: 'item',
      id: 'invite',
      label: 'Copy invitation link',
      icon: 'share-2',
      run: () => void copyWithToast(address, 'Link'),
    },
    { kind: 'item', id: 'share', label: 'Share session', run: onShare },
  ];
  return (
    <>
      <button
        className={styles.people}
        aria-label={`${parties.length} participants`}
        title={parties.map(({ user }) => user).join(', ')}
        {...button}
      >
        {parties.slice(0, SHOWN).map(({ id, user }) => (
          <Person key={id} name={user} self={user === self} bare />
        ))}
        {parties.length}
      </button>
      {anchor && <Menu anchor={anchor} label="In this session" width={280} items={items} onClose={close} />}
    </>
  );
}
