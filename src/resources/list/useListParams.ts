import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { parsePredicate } from '../../wire/predicate/query.ts';
import { useNewest } from '../useNewest.ts';
import type { FilterRequest } from './filter.ts';
import { asksResource } from './localMatch.ts';
import { questionOf, readListState, requestOf, writeListState, type ListParams, type Sort } from './listParams.ts';

/** The first key asks the server at once; those that follow within this time ask when it is over, and replace it. */
const TYPING_PAUSE_MS = 100;
/** What is loaded already is narrowed and painted before the server is asked. */
const FRAME_MS = 16;

export type Asked = { filter: FilterRequest; sort: Sort };
export type QueryFault = { message: string; at: number };

type Held = {
  state: ListParams;
  /** What the server is asked for: behind `state` while somebody types, or while the query has a mistake. */
  asked: Asked;
  /** The address when it was last looked at, and those on their way to the router. */
  seen: string;
  ours: readonly string[];
};

/** What is wrong with the query; undefined when the server can be asked. */
function queryFault({ wire }: Resource, { query }: FilterRequest): QueryFault | undefined {
  const parsed = query === undefined ? undefined : parsePredicate(query);
  if (!parsed) return undefined;
  // The server's grammar ends an expression with a line; a query has only one.
  if (!parsed.ok) return { message: parsed.message.replace(/newline|'EOF'/, 'the end of the query'), at: parsed.at };
  if (wire.list.search === 'server' || !asksResource(parsed.ast)) return undefined;
  return { message: 'Rows of this list have no document to query. Use labels, name or search', at: 0 };
}

const askedFor = (resource: Resource, { filter, sort }: ListParams, before: Asked): Asked => {
  const request = requestOf(resource, filter);
  return { filter: queryFault(resource, request) ? before.filter : request, sort };
};

/** What a list that is opened at an address is, and asks for. */
export function openedAt(resource: Resource, address: string): Pick<Held, 'state' | 'asked'> {
  const state = readListState(resource, address);
  return { state, asked: askedFor(resource, state, { filter: {}, sort: state.sort }) };
}

const held = (resource: Resource, address: string, expand: Expand): Held => ({
  ...openedAt(resource, expand(address)),
  seen: address,
  ours: [],
});

/** What an address stands for that leaves something to what the user keeps. */
type Expand = (address: string) => string;
const asItIs: Expand = (address) => address;

/**
 * The state of a list. It is drawn at once and written to the address behind that, replaced, never pushed; an address
 * that changes by itself (Back, a link) is read anew.
 */
export function useListParams(resource: Resource, expand: Expand = asItIs) {
  const location = useLocation();
  const navigate = useNavigate();
  const [now, setNow] = useState(() => held(resource, location.search, expand));
  // A saved view is known in this browser alone: the address is to show others the same list.
  const bare = now.ours.length === 0 && expand(now.seen) !== now.seen ? now.seen : undefined;
  // What was typed is written after a pause: a row may have been opened meanwhile, which is another address.
  const here = useNewest({ ...location, written: now.ours.at(-1) ?? location.search });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The router goes ahead of what is drawn: another page may be on its way, and must not be called back.
  const drawnPath = useRef(window.location.pathname);
  useEffect(() => {
    drawnPath.current = window.location.pathname;
  }, [location]);

  const follow = useEffectEvent((search: string) => {
    setNow((last) => {
      if (search === last.seen) return last;
      const at = last.ours.indexOf(search);
      // Quick changes overtake each other on their way: what was written before the one that arrived is over.
      return at < 0 ? held(resource, search, expand) : { ...last, seen: search, ours: last.ours.slice(at + 1) };
    });
  });
  // Once it is drawn, not while: a drawing that typing interrupts is thrown away, and React would go on from what it set.
  // oxlint-disable-next-line react/set-state-in-effect -- see above
  useLayoutEffect(() => follow(location.search), [location.search]);

  const ask = (state: ListParams) =>
    setNow((last) => (last.state === state ? { ...last, asked: askedFor(resource, state, last.asked) } : last));

  const change = (wanted: ListParams, how: 'at once' | 'typing' = 'at once') => {
    const isOther = questionOf(resource, wanted) !== questionOf(resource, now.state);
    const state = isOther ? { ...wanted, row: undefined } : wanted;
    const isFirstKey = how === 'typing' && timer.current === undefined;
    const settle = () => {
      timer.current = undefined;
      if (window.location.pathname !== drawnPath.current) {
        timer.current = setTimeout(settle, TYPING_PAUSE_MS);
        return;
      }
      const { pathname, written } = here.current;
      const address = writeListState(resource, state, written);
      const moves = address !== written;
      setNow((last) => ({
        ...last,
        asked: askedFor(resource, state, last.asked),
        ours: moves ? [...last.ours, address] : last.ours,
      }));
      const kept: unknown = here.current.state;
      if (moves) void navigate({ pathname, search: address }, { replace: true, state: kept });
    };
    clearTimeout(timer.current);
    timer.current = undefined;
    // Keys may come before what the last one did is drawn: what is known then stands in the state, not here.
    setNow((last) => ({ ...last, state }));
    if (isFirstKey) setTimeout(() => ask(state), FRAME_MS);
    if (how === 'typing') timer.current = setTimeout(settle, TYPING_PAUSE_MS);
    else settle();
  };

  const spellOut = useEffectEvent(() => change(now.state));
  useEffect(() => {
    // An address without its parameters was opened: a system outside of React has changed.
    // oxlint-disable-next-line react/set-state-in-effect
    if (bare !== undefined) spellOut();
  }, [bare]);

  return {
    state: now.state,
    asked: now.asked,
    change,
    fault: queryFault(resource, requestOf(resource, now.state.filter)),
  };
}
