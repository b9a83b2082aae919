import { at, parseJson, textAt } from '../../lib/json.ts';
import type { Drafts } from '../../lib/drafts.ts';

/** The current step, and the input so far. */
export type AwsDraft = {
  /** Counts from 0. */
  step: number;
  thumbprint: string;
  roleArn: string;
  name: string;
};

export const FRESH: AwsDraft = { step: 0, thumbprint: '', roleArn: '', name: '' };
/** The form of the wizard: see `useDraftSlot`. */
export const AWS_FORM = 'enroll/aws-oidc';

/** The input survives reloads and sign-outs. An invalid draft is ignored. */
export function loadAwsDraft(drafts: Drafts, slot: string, steps: number): AwsDraft {
  const kept = parseJson(drafts.load(slot)?.text ?? '');
  const step = at(kept, 'step');
  return {
    step: Number.isInteger(step) && typeof step === 'number' && step >= 0 && step < steps ? step : 0,
    thumbprint: textAt(kept, 'thumbprint'),
    roleArn: textAt(kept, 'roleArn'),
    name: textAt(kept, 'name'),
  };
}

export const saveAwsDraft = (drafts: Drafts, slot: string, draft: AwsDraft): void =>
  void drafts.save(slot, JSON.stringify(draft));
