import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './integrations.module.css';

type Props = {
  /** The reason why nothing can be enrolled. Undefined if it can. */
  blocked: string | undefined;
  onAws: () => void;
};

/** `/web/integrations/new`: the choice of a service to enroll. */
export const EnrollPicker = ({ blocked, onAws }: Props) => (
  <div className="stack fill surface">
    <title>Enroll New Integration</title>
    <header className={styles.head}>
      <h1 className="title one-line">Enroll new integration</h1>
    </header>
    <div className={styles.scroll}>
      <div className={styles.column}>
        <p className={styles.about}>
          An integration lets this cluster find resources in another service and enroll them here.
        </p>
        <button
          type="button"
          className={styles.tile}
          aria-disabled={blocked !== undefined || undefined}
          onClick={() => blocked === undefined && onAws()}
        >
          <Icon name="cloud" size={20} />
          <span className={styles.tileText}>
            <span className="strong">Amazon Web Services</span>
            <span className="t3 small">
              {blocked ?? 'With OpenID Connect: finds databases of RDS and Aurora. Seven steps in the AWS console'}
            </span>
          </span>
          <Icon name="chevron-right" />
        </button>
      </div>
    </div>
  </div>
);
