import { JOIN_LABELS } from '../../../api/activeSessions.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { CloseButton } from '../../../ui/DialogButtons.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { PARTICIPANT_MODES } from '../../../wire/terminal/participantMode.ts';
import { consolePath } from '../console/consolePath.ts';
import { PeopleList, type People } from './PeopleList.tsx';
import styles from './ShareDialog.module.css';

type Props = {
  /** Title of the pane. */
  title: string;
  clusterId: string;
  sid: string;
  people: People;
  onClose: () => void;
};

/** Addresses of a session for other users, one for each participant mode. */
export function ShareDialog({ title, clusterId, sid, people, onClose }: Props) {
  const { owner, parties, self } = people;
  return (
    <Dialog title={`Share session ${title}`} size="form" onClose={onClose} footer={<CloseButton onClick={onClose} />}>
      <p>
        An address opens this session for people who may join it: they need a role with <code>join_sessions</code> for
        the roles of {owner && owner !== self ? owner : 'its owner'} and for that mode. {owner || 'The owner'} may join
        in every mode. All participants are notified when someone joins.
      </p>
      <ul className={styles.modes}>
        {PARTICIPANT_MODES.map((mode) => {
          const { label, icon, text } = JOIN_LABELS[mode];
          return (
            <li key={mode} className={styles.mode}>
              <h3 className={styles.name}>
                <Icon name={icon} />
                {label} <span className={styles.text}>{text}</span>
              </h3>
              <CopyBox
                label={`Address to join as ${label.toLowerCase()}`}
                text={location.origin + consolePath({ kind: 'session', clusterId, sid, mode })}
              />
            </li>
          );
        })}
      </ul>
      <section className={styles.people}>
        <h3 className={styles.name}>In this session</h3>
        {parties.length > 0 ? <PeopleList people={people} /> : <p>The server has not sent the participants.</p>}
      </section>
    </Dialog>
  );
}
