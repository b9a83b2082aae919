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

/**
 * Invites whoever may add resources to a cluster that has none (screens §1.7), in a line rather than a dialog: nothing
 * waits for the answer. Asked once per sign-in.
 */
export default function FirstResourceLine() {
  const { config, user } = useConsole();
  const navigate = useNavigate();
  const [record, setRecord] = useState(() => firstResourceRecord(localStorage));
  const canAdd = user.acl.tokens?.create === true;
  const canSee = isShown('discover', { ...user.acl, tokens: {} }, config);
  const isOffered = canAdd && canSee && record === undefined;

  useEffect(() => {
    if (!isOffered) return;
    const learnt = (hasResource: boolean) => {
      storeFirstResource(localStorage, { hasResource, notified: false });
      setRecord({ hasResource, notified: false });
    };
    // A cluster that cannot tell is asked again by the next page.
    fetchHasResource(config.proxyCluster).then(learnt, () => undefined);
  }, [isOffered, config]);

  if (!canAdd || !record || record.hasResource || record.notified) return null;
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
