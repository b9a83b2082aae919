import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Person } from '../../../ui/Person.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { PaneTerminal } from '../console/PaneTerminal.ts';
import { onePerPerson } from '../console/Participants.ts';
import type { People } from './PeopleList.tsx';
import styles from './ModeBanner.module.css';
import { partLabel, modeMessage, UNSENT_MESSAGE } from './modeMessages.ts';

type SeatActs = { leave: () => void; share: () => void; endForEveryone: () => void };
type Props = { terminal: PaneTerminal; people: People; acts: SeatActs };

/**
 * Shown below the head of a pane while the user is in another user's session, or needs another participant in their
 * own.
 */
export function ModeBanner({ terminal, people, acts }: Props) {
  const { kind } = useStore(terminal.session.state);
  const metadata = useStore(terminal.session.metadata);
  const hasUnsent = useStore(terminal.hasUnsent);
  const { participantMode, isOwn } = terminal;
  const { parties, owner, self } = people;
  const words = modeMessage({ participantMode, isOwn, owner, moderated: metadata?.moderated ?? false, parties });
  if (!words || kind === 'ended' || kind === 'refused') return null;
  const isOwner = isOwn && participantMode === 'peer';
  const isUnsent = hasUnsent && kind === 'live';
  return (
    <div className={styles.band} role="group" aria-label="Your role in this session">
      <Icon name={words.icon} />
      <p className={styles.words} title={isUnsent ? UNSENT_MESSAGE : words.text}>
        <b className="semi">{words.title}</b>{' '}
        <span role="alert" className={cx(styles.text, isUnsent && styles.unsent)}>
          {isUnsent ? UNSENT_MESSAGE : ''}
        </span>
        {!isUnsent && <span className={styles.text}>{words.text}</span>}
      </p>
      <ul className={styles.people} aria-label="In this session">
        {onePerPerson(parties).map((party) => (
          <li key={party.id} className="row g6">
            <Person name={party.user} self={party.user === self} />
            <span className={styles.part}>{partLabel(party, people)}</span>
          </li>
        ))}
      </ul>
      <span className="grow" />
      {participantMode === 'moderator' && (
        <Button
          kind="quiet"
          className={styles.end}
          off={kind === 'live' ? undefined : 'The session is not connected'}
          onClick={acts.endForEveryone}
        >
          End for everyone
        </Button>
      )}
      {isOwner ? (
        <Button icon="share-2" onClick={acts.share}>
          Share
        </Button>
      ) : (
        <Button onClick={acts.leave}>Leave session</Button>
      )}
    </div>
  );
}
