import { useEffect, useRef, useState } from 'react';
import { reportEvent } from '../../api/auth.ts';
import { describeFailure } from '../../api/errors.ts';
import { fetchThumbprint } from '../../api/enrollment.ts';
import { Drafts } from '../../lib/drafts.ts';
import { randomUuid } from '../../lib/encoding.ts';
import { ENROLL_KIND_AWS_OIDC } from '../../wire/clouds.ts';
import { FRESH, loadAwsDraft, saveAwsDraft, type AwsDraft } from './awsDraft.ts';
import { arnFault, nameFault, plainThumbprint } from './awsRules.ts';
import { AWS_STEPS } from './awsSteps.ts';

type Faults = Partial<Record<'thumbprint' | 'roleArn' | 'name', string>>;
type Doing =
  { kind: 'idle' } | { kind: 'working' } | { kind: 'failed'; error: unknown } | { kind: 'done'; name: string };

type Options = {
  username: string;
  /** Slot of the draft. */
  slot: string;
  /** The enrollment of a resource reports its own events instead (screens §18.3). */
  reports: boolean;
  create: (values: { name: string; roleArn: string }) => Promise<unknown>;
};

const LAST = AWS_STEPS.length - 1;

/** Steps through AWS and back. The input stays in both directions. */
export function useAwsWizard({ username, slot, reports, create }: Options) {
  const [drafts] = useState(() => new Drafts(localStorage, username));
  const [draft, setDraft] = useState(() => loadAwsDraft(drafts, slot, AWS_STEPS.length));
  const [direction, setDirection] = useState<'forward' | 'backward'>('forward');
  const [faults, setFaults] = useState<Faults>({});
  const [doing, setDoing] = useState<Doing>({ kind: 'idle' });
  /** A thumbprint that the cluster could not check: the user must check it, and can continue. */
  const [uncompared, setUncompared] = useState<string>();
  const [runId] = useState(randomUuid);
  const isStarted = useRef(false);

  const report = (event: 'start' | 'complete') => {
    if (reports)
      reportEvent(`tp.ui.integrationEnroll.${event}`, { eventData: { id: runId, kind: ENROLL_KIND_AWS_OIDC } });
  };
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    report('start');
  });

  /** The current draft, since responses arrive later than the render that requested them. */
  const newest = useRef(draft);
  const change = (part: Partial<AwsDraft>) => {
    newest.current = { ...newest.current, ...part };
    setDraft(newest.current);
    saveAwsDraft(drafts, slot, newest.current);
  };
  const goTo = (step: number) => {
    setDirection(step > draft.step ? 'forward' : 'backward');
    setDoing({ kind: 'idle' });
    change({ step });
  };

  async function checkThumbprint(): Promise<void> {
    const typed = plainThumbprint(draft.thumbprint);
    if (typed === '') return setFaults({ thumbprint: 'Enter the thumbprint that AWS shows' });
    setDoing({ kind: 'working' });
    try {
      const ours = plainThumbprint(await fetchThumbprint());
      setDoing({ kind: 'idle' });
      if (plainThumbprint(newest.current.thumbprint) !== typed) return; // another one was entered in between
      setUncompared(undefined);
      if (ours === typed) return goTo(draft.step + 1);
      setFaults({ thumbprint: `AWS sees a different certificate than this cluster. The thumbprint here is ${ours}` });
    } catch (error) {
      setDoing({ kind: 'idle' });
      if (uncompared === typed) return goTo(draft.step + 1);
      setUncompared(typed);
      const { why } = describeFailure(error);
      setFaults({
        thumbprint: `Could not compare it with this cluster’s own: ${why}. Check it yourself, then continue`,
      });
    }
  }

  async function finish(): Promise<void> {
    const found: Faults = {};
    const [arn, name] = [arnFault(draft.roleArn), nameFault(draft.name)];
    if (arn !== undefined) found.roleArn = arn;
    if (name !== undefined) found.name = name;
    setFaults(found);
    if (arn !== undefined || name !== undefined) return;
    setDoing({ kind: 'working' });
    try {
      await create({ name: draft.name.trim(), roleArn: draft.roleArn.trim() });
      drafts.drop(slot);
      report('complete');
      setDoing({ kind: 'done', name: draft.name.trim() });
    } catch (error) {
      setDoing({ kind: 'failed', error });
    }
  }

  return {
    draft,
    direction,
    isCompared: uncompared !== plainThumbprint(draft.thumbprint),
    faults,
    doing,
    enter: (part: Partial<Omit<AwsDraft, 'step'>>): void => {
      // Errors are checked again on the next step, not with every key.
      setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => !(field in part))));
      change(part);
    },
    next: (): void => {
      if (doing.kind === 'working') return;
      if (AWS_STEPS[draft.step]?.asks === 'thumbprint') return void checkThumbprint();
      if (draft.step === LAST) return void finish();
      goTo(draft.step + 1);
    },
    /** Disabled during a request, whose response leads to the next step. */
    back: (): void => {
      if (doing.kind !== 'working') goTo(Math.max(draft.step - 1, 0));
    },
    startOver: (): void => {
      newest.current = FRESH;
      setDraft(FRESH);
      setFaults({});
      setDoing({ kind: 'idle' });
    },
  };
}
