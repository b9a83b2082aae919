import { at, parseJson, textAt } from '../../lib/json.ts';
import type { Drafts } from '../../lib/drafts.ts';

/** How far somebody has come, and what was entered on the way. */
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

/** What was entered outlives reloads and sign-outs; a draft that cannot be read is none. */
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
