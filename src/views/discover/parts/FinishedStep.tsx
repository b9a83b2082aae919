import type { ReactNode } from 'react';
import { fillPath } from '../../../api/urls.ts';
import { Button, ButtonLink } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import styles from './parts.module.css';

type Props = {
  flow: FlowHandle<object>;
  /** "Server web-1" */
  noun: string;
  /** Next actions. */
  children: ReactNode;
  /** Path of the list of resources, below the address of the cluster. */
  list: 'apps' | 'databases' | 'desktops' | 'kubernetes' | 'nodes';
};

/** The end of a flow: names the resource and links to the next pages. */
export const FinishedStep = ({ flow, noun, children, list }: Props) => (
  <div className={styles.finished}>
    <Icon name="check" size={20} className="ok-mark" />
    <h2 className={styles.heading}>{`${noun} is added`}</h2>
    <div className="t2">{children}</div>
    <div className="row g8 wrap">
      <ButtonLink
        kind="primary"
        size="form"
        href={flow.env.href(fillPath(`/cluster/:clusterId/${list}`, { clusterId: flow.env.clusterId }))}
      >
        Browse resources
      </ButtonLink>
      <Button size="form" onClick={() => flow.restart()}>
        Add another resource
      </Button>
    </div>
  </div>
);
