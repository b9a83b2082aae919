import { useEffect, useState } from 'react';
import { userContext } from '../../api/userContext.ts';
import { Drafts } from '../../lib/drafts.ts';
import { browserTabChannel, DraftSlot } from '../yaml/draftSlot.ts';

/**
 * The draft slot of a form in one tab, so that two tabs with the same form do not overwrite each other. Undefined until
 * it is known. Give the component a key, so that another form is another component.
 */
export function useDraftSlot(form: string): string | undefined {
  const [slot, setSlot] = useState<string>();
  useEffect(() => {
    let taken: DraftSlot | undefined;
    let isGone = false;
    const take = async () => {
      const { username } = userContext();
      const drafts = new Drafts(localStorage, username);
      const nameAt = (n: number) => `${form}#${n}`;
      const hasDraft = (n: number) => drafts.load(nameAt(n)) !== undefined;
      const slot = await DraftSlot.take(`${username}@${form}`, hasDraft, browserTabChannel());
      if (isGone) return slot.leave();
      taken = slot;
      setSlot(nameAt(slot.number));
    };
    // If the browser denies locks, all tabs share one draft.
    take().catch(() => !isGone && setSlot(`${form}#1`));
    return () => {
      isGone = true;
      void taken?.leave();
    };
  }, [form]);
  return slot;
}
