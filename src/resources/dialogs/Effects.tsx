import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import styles from './dialogs.module.css';

/** What an act does, one effect a line. */
export const Effects = ({ of, icon = 'info' }: { of: readonly string[]; icon?: IconName }) => (
  <ul className={styles.effects}>
    {of.map((effect) => (
      <li key={effect}>
        <Icon name={icon} size={14} />
        <span>{effect}</span>
      </li>
    ))}
  </ul>
);
