import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { describeFailure } from '../../api/errors.ts';
import { lockTargetsOf, withoutLockTargets, type LockTarget } from '../../api/locks.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Drafts } from '../../lib/drafts.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { plural } from '../../lib/numbers.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useMedia, PHONE } from '../../ui/useMedia.ts';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import formStyles from '../forms/forms.module.css';
import { useDraftSlot } from '../forms/useDraftSlot.ts';
import { useLatest } from '../useLatest.ts';
import { useRowWrites } from '../useRowWrites.ts';
import { useUser } from '../useUser.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { endingSessions, hits } from './endingSessions.ts';
import { EndingNote } from './EndingNote.tsx';
import { LeaveLockDialog } from './LeaveLockDialog.tsx';
import { LockDraftOffer } from './LockDraftOffer.tsx';
import styles from './NewLock.module.css';
import { TargetFinder } from './TargetFinder.tsx';
import { TargetList, type ChosenTarget } from './TargetList.tsx';
import {
  LOCK_FORM,
  loadLockDraft,
  saveLockDraft,
  endLabel,
  isEmptyLock,
  isSameTarget,
  readLife,
  withTargets,
} from './lockDraft.ts';
import { useOpenSessions } from './useOpenSessions.ts';

const WIDTH_PX = 460;

const notCreated = (targets: readonly ChosenTarget[]): string =>
  `${plural(targets.length, 'lock')} ${targets.some(({ mayBeLocked }) => mayBeLocked) ? 'possibly ' : ''}not created`;

/** The form for new locks, beside the list of locks. Each target becomes a separate lock (http-resources §15.2). */
export default function NewLockSheet({ name }: { name: string }) {
  const slot = useDraftSlot(LOCK_FORM);
  return slot !== undefined && <LockSheet name={name} slot={slot} />;
}

function LockSheet({ name, slot }: { name: string; slot: string }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const onClose = () => void navigate(`/${name}${withoutLockTargets(search)}`);
  const [handledSearch, setHandledSearch] = useState(search);
  const { username } = useUser();
  const [drafts] = useState(() => new Drafts(localStorage, username));
  const [kept] = useState(() => loadLockDraft(drafts, slot, search));
  const [targets, setTargets] = useState<readonly ChosenTarget[]>(kept.targets);
  const [message, setMessage] = useState(kept.message);
  const [life, setLife] = useState(kept.life);
  const [begun, setBegun] = useState(kept.begun);
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const writes = useRowWrites(name);
  const { sessions, unread, rolesOf } = useOpenSessions();
  const nowMs = useNow(1000);
  const shownZone = useStore(zone);
  const isPhone = useMedia(PHONE);
  const size = isPhone ? 'form' : 'toolbar';
  if (search !== handledSearch) {
    // Another page has added targets.
    setHandledSearch(search);
    setTargets(withTargets(targets, lockTargetsOf(search)));
  }

  const entered = { targets, message, life };

  /** The entered values are saved or discarded. */
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDone.current && !begun) saveLockDraft(drafts, slot, { targets, message, life });
  }, [drafts, slot, targets, message, life, begun]);
  const forget = () => {
    isDone.current = true;
    if (!begun) drafts.drop(slot);
  };
  const finish = () => {
    forget();
    onClose();
  };
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const [isCancelled, setCancelled] = useState(false);
  const cancel = () => {
    if (isBusy) return;
    if (isEmptyLock(entered)) return finish();
    setCancelled(true);
    onClose();
  };
  const newest = useLatest(entered);
  const blocker = useLeaveGuard(useCallback(() => !isDone.current && !isEmptyLock(newest.current), [newest]));

  const ends = readLife(life);
  const failed = targets.filter((target) => target.failed !== undefined);
  const off = targets.length === 0 ? 'Choose a target first' : ends.ok ? undefined : ends.why;
  const hitsSelf = targets.some(
    ({ kind, value }) =>
      (kind === 'user' && value === username) || (kind === 'role' && rolesOf(username)?.includes(value) === true),
  );

  const create = async (some: readonly ChosenTarget[]) => {
    if (!ends.ok || some.length === 0 || isBusy) return;
    setBusy(true);
    const outcomes = await Promise.all(
      some.map(async (target): Promise<ChosenTarget | undefined> => {
        const { kind, value, label } = target;
        const plain: LockTarget = { kind, value, ...(label !== undefined && { label }) };
        try {
          await writes.createOneOfMany({ lock: { target: plain, message: message.trim(), ttl: ends.ttl } });
          return undefined;
        } catch (error) {
          return { ...plain, failed: describeFailure(error).why, mayBeLocked: mayBeDone(error) };
        }
      }),
    );
    setBusy(false);
    void client.invalidateQueries();
    const refused = outcomes.filter((outcome) => outcome !== undefined);
    const made = some.length - refused.length;
    const remaining = newest.current.targets.flatMap((target) => {
      if (!some.some((other) => isSameTarget(other, target))) return [target];
      return refused.find((other) => isSameTarget(other, target)) ?? [];
    });
    if (!isHere.current) return reportResult(remaining, refused);
    setTargets(remaining);
    if (made > 0) toasts.show({ text: `${plural(made, 'lock')} created` });
    if (remaining.length === 0) finish();
  };

  /** The answers came after the user left the page. The targets that were not locked go back to the draft. */
  const reportResult = (remaining: readonly ChosenTarget[], refused: readonly ChosenTarget[]) => {
    if (remaining.length === 0) forget();
    else if (!isDone.current && !begun) saveLockDraft(drafts, slot, { targets: remaining, message, life });
    const [first] = refused;
    if (first) toasts.show({ text: `${notCreated(refused)}: ${first.failed}`, isWarning: true });
  };

  const run = useLatest(() => void create(targets));
  const label = targets.length > 1 ? `Create ${targets.length} locks` : 'Create lock';
  useKeys(
    useMemo(
      () => [{ label: 'Create locks', group: 'Forms', keys: ['Ctrl+S'], off, run: () => run.current() }],
      [off, run],
    ),
    'over',
  );

  const hintOf = (target: LockTarget): string | undefined => {
    if (target.kind === 'login') return 'any server';
    if (!sessions) return undefined;
    const count = sessions.filter((session) => hits(target, session, rolesOf)).length;
    return count > 0 ? plural(count, 'open session') : target.kind === 'user' ? 'no session' : undefined;
  };
  return (
    <Sheet
      title="New lock"
      width={WIDTH_PX}
      className={formStyles.beside}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <span className="small t2" role="status">
            {plural(targets.length, 'target')}
          </span>
          <span className="grow" />
          <Button size={size} onClick={cancel}>
            Cancel
          </Button>
          <Button
            kind="primary"
            size={size}
            {...(!isPhone && { keys: 'Ctrl+S' })}
            off={off}
            busy={isBusy ? 'Creating' : undefined}
            onClick={() => void create(targets)}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {kept.savedAtMs !== undefined && (
          <Note>{`The entries of ${formatDateTime(new Date(kept.savedAtMs), shownZone)} that were not locked were restored.`}</Note>
        )}
        {begun && (
          <LockDraftOffer
            begun={begun}
            onContinue={() => {
              setTargets(withTargets(begun.targets, targets));
              setMessage(message || begun.message);
              setLife(life || begun.life);
              setBegun(undefined);
            }}
            onDiscard={() => setBegun(undefined)}
          />
        )}
        <TargetFinder chosen={targets} hintOf={hintOf} onAdd={(target) => setTargets(withTargets(targets, [target]))} />
        {targets.length > 0 && (
          <TargetList
            targets={targets}
            onRemove={(removed) => setTargets(targets.filter((target) => !isSameTarget(target, removed)))}
            onRetry={(target) => void create([target])}
          />
        )}
        <TextField
          label="Message"
          value={message}
          onChange={setMessage}
          help="Shown to the locked users"
          maxLength={1000}
        />
        <div className={styles.ends}>
          <TextField
            label="Ends after"
            value={life}
            onChange={setLife}
            placeholder="2h45m"
            spellCheck={false}
            autoComplete="off"
            className="mono"
            error={ends.ok ? undefined : ends.why}
          />
          <span className={`t3 small num ${styles.at ?? ''}`}>{ends.ok && endLabel(ends.ms, nowMs, shownZone)}</span>
        </div>
        {failed.length > 0 && (
          <Note kind="danger" title={`${notCreated(failed)}.`}>
            The reason is shown beside each. Created locks are in force and were removed from this list.
            {failed.some(({ mayBeLocked }) => mayBeLocked) && ' Reload the list of locks before you retry.'}
          </Note>
        )}
        {targets.length > 0 && (
          <EndingNote
            ending={sessions && endingSessions(targets, sessions, rolesOf)}
            unread={unread}
            hitsSelf={hitsSelf}
            count={targets.length}
          />
        )}
      </div>
      {blocker.state === 'blocked' && (
        <LeaveLockDialog
          count={targets.length}
          isKept={!isCancelled && !begun}
          onStay={() => {
            setCancelled(false);
            blocker.reset();
          }}
          onLeave={() => {
            if (isCancelled) forget();
            blocker.proceed();
          }}
        />
      )}
    </Sheet>
  );
}
