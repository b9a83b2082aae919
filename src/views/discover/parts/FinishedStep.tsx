import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import styles from './parts.module.css';

type Props = {
  flow: FlowHandle<object>;
  /** "Server web-1" */
  what: string;
  /** What to do next. */
  children?: ReactNode;
  /** List of the resources, below `/web`. */
  list: string;
};

/** The end of a flow: names the resource and leads on. */
export const FinishedStep = ({ flow, what, children, list }: Props) => (
  <div className={styles.finished}>
    <Icon name="check" size={20} className="ok-mark" />
    <h2 className={styles.heading}>{`${what} is added`}</h2>
    <div className="t2">
      {children ?? 'It appears in the lists of users whose roles match its labels and grant a login.'}
    </div>
    <div className="row g8 wrap">
      <ButtonLink kind="primary" size="form" href={flow.env.href(list)}>
        Browse resources
      </ButtonLink>
      <Button size="form" onClick={() => flow.restart()}>
        Add another resource
      </Button>
    </div>
  </div>
);
