import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reportEvent } from '../../api/auth.ts';
import { fetchHasResource, firstResourceRecord, storeFirstResource } from '../../api/notices.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { isShown } from '../features.ts';
import { paths } from '../paths.ts';
import { useConsole } from '../useConsole.ts';
import styles from './FirstResourceLine.module.css';
import { TopLine } from './TopLine.tsx';

const ASK_EVERY_MS = 30_000;

/**
 * Invites users who may add resources to a cluster without any (screens §1.7). It is a line and not a dialog, since
 * nothing depends on the answer. The cluster is asked until it has a resource or the user has answered.
 */
export default function FirstResourceLine() {
  const { config, user } = useConsole();
  const navigate = useNavigate();
  const [record, setRecord] = useState(() => firstResourceRecord(localStorage));
  /** The answer in this page: the stored one may be old. */
  const [isAnswered, setAnswered] = useState(false);
  const canAdd = user.acl.tokens?.create === true;
  const canSee = isShown('discover', { ...user.acl, tokens: {} }, config);
  const isOffered = canAdd && canSee && !record?.hasResource && !record?.notified;

  useEffect(() => {
    if (!isOffered) return;
    let isOver = false;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      // A failed request is repeated.
      fetchHasResource(config.proxyCluster).then(
        (hasResource) => {
          if (isOver) return;
          storeFirstResource(localStorage, { hasResource, notified: false });
          setRecord({ hasResource, notified: false });
          setAnswered(true);
        },
        () => undefined,
      );
    };
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isOffered, config]);

  if (!canAdd || !isAnswered || !record || record.hasResource || record.notified) return null;
  const answered = (event: string) => {
    const notified = { ...record, notified: true };
    storeFirstResource(localStorage, notified);
    setRecord(notified);
    reportEvent(event);
  };
  const add = () => {
    answered('tp.ui.onboard.addFirstResource.click');
    void navigate(paths.discover());
  };
  return (
    <TopLine kind="info" icon="info" title="No resources yet." role="status">
      <span className={cx('cut', styles.what)}>
        This cluster has no servers, applications, databases, Kubernetes or desktops.
      </span>
      <Button size="inline" onClick={add}>
        Add the first resource
      </Button>
      <Button size="inline" kind="quiet" onClick={() => answered('tp.ui.onboard.addFirstResourceLater.click')}>
        Later
      </Button>
    </TopLine>
  );
}
