import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Drafts } from '../../lib/drafts.ts';
import type { QueryTarget } from '../../api/databases.ts';
import { browserTabChannel, DraftSlot } from '../yaml/draftSlot.ts';
import { useKeepOnLeaving } from '../yaml/useEditorPage.ts';

/** A write to the browser's storage blocks the page, so it waits for a pause in typing. */
const SAVE_AFTER_MS = 300;

export type QueryDraft = {
  /** The stored text; undefined until it is loaded. */
  text: string | undefined;
  /** The browser does not store the text. */
  isUnsaved: boolean;
  change: (text: string) => void;
};

/** The text of one user for one database, in the draft slot of one tab. It survives reloads, crashes and sign-outs. */
export function useQueryDraft(username: string, { clusterId, databaseName, database }: QueryTarget): QueryDraft {
  const name = `query/${[clusterId, databaseName, database].map(encodeURIComponent).join('/')}`;
  const drafts = useMemo(() => new Drafts(localStorage, username), [username]);
  const [text, setText] = useState<string>();
  const [isUnsaved, setIsUnsaved] = useState(false);
  const slot = useRef<string>(undefined);
  const latest = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    let held: DraftSlot | undefined;
    let isGone = false;
    const take = async () => {
      const nameAt = (n: number) => `${name}#${n}`;
      const taken = await DraftSlot.take(
        `${username}@${name}`,
        (n) => drafts.load(nameAt(n)) !== undefined,
        browserTabChannel(),
      );
      if (isGone) return taken.leave();
      held = taken;
      slot.current = nameAt(taken.number);
      setText(drafts.load(slot.current)?.text ?? '');
    };
    void take();
    return () => {
      isGone = true;
      void held?.leave();
    };
  }, [drafts, name, username]);

  const keepNow = useCallback(() => {
    clearTimeout(timer.current);
    const [key, typed] = [slot.current, latest.current];
    if (key === undefined || typed === undefined) return;
    latest.current = undefined;
    if (typed === '') drafts.drop(key);
    else setIsUnsaved(!drafts.save(key, typed));
  }, [drafts]);
  const change = useCallback(
    (typed: string) => {
      latest.current = typed;
      clearTimeout(timer.current);
      timer.current = setTimeout(keepNow, SAVE_AFTER_MS);
    },
    [keepNow],
  );
  useEffect(() => keepNow, [keepNow]);
  useKeepOnLeaving({ keepNow });
  return { text, isUnsaved, change };
}
