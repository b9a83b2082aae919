import { formatTime } from '../../../lib/dates.ts';
import { Person } from '../../../ui/Person.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { zone } from '../../../ui/zone.ts';
import type { Presence } from '../console/Participants.ts';
import styles from './PeopleList.module.css';
import { partLabel } from './modeMessages.ts';

/** The participants of a session, if its server sends them. */
export type People = {
  parties: readonly Presence[];
  /** The session is paused because a required participant is missing. */
  isWaiting: boolean;
  owner: string;
  self: string | undefined;
};

/** One participant in a menu, a list or a banner. */
export function PersonLine({ party, people }: { party: Presence; people: People }) {
  const shownZone = useStore(zone);
  const { user, sinceMs } = party;
  const since = sinceMs !== undefined && `since ${formatTime(new Date(sinceMs), shownZone)}`;
  const words = [partLabel(party, people), since].filter(Boolean).join(', ');
  return (
    <span className={styles.line}>
      <Person name={user} self={user === people.self} />
      {words && <span className={styles.words}>{words}</span>}
    </span>
  );
}

export const PeopleList = ({ people }: { people: People }) => (
  <ul className="grid g4">
    {people.parties.map((party) => (
      <li key={party.id}>
        <PersonLine party={party} people={people} />
      </li>
    ))}
  </ul>
);
