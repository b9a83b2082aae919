import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { parsePredicate } from '../../wire/predicate/query.ts';
import { useLatest } from '../useLatest.ts';
import type { FilterRequest } from './filter.ts';
import { asksResource } from './localMatch.ts';
import { questionOf, readListState, requestOf, writeListState, type ListParams, type Sort } from './listParams.ts';

/**
 * The first key asks the server at once. Keys that follow within this time replace the request and send it afterwards.
 */
const TYPING_PAUSE_MS = 100;
/** The loaded rows are filtered and painted before the server is asked. */
const FRAME_MS = 16;

export type Query = { filter: FilterRequest; sort: Sort };
export type QueryFault = { message: string; at: number };

type AddressState = {
  state: ListParams;
  /** The request to the server. It lags behind `state` while the user types, or while the query has a mistake. */
  query: Query;
  /** The address when it was last read, and the addresses on their way to the router. */
  address: string;
  ours: readonly string[];
};

/** The mistake in the query; undefined when it can be sent. */
function queryFault({ wire }: Resource, { query }: FilterRequest): QueryFault | undefined {
  const parsed = query === undefined ? undefined : parsePredicate(query);
  if (!parsed) return undefined;
  // The server's grammar ends an expression with a newline, but a query has one line.
  if (!parsed.ok) return { message: parsed.message.replace(/newline|'EOF'/, 'the end of the query'), at: parsed.at };
  if (wire.list.search === 'server' || !asksResource(parsed.ast)) return undefined;
  return { message: 'Rows of this list have no document to query. Use labels, name or search', at: 0 };
}

const askedFor = (resource: Resource, { filter, sort }: ListParams, before: Query): Query => {
  const request = requestOf(resource, filter);
  return { filter: queryFault(resource, request) ? before.filter : request, sort };
};

/** The state and the request of a list that is opened at an address. */
export function openedAt(resource: Resource, address: string): Pick<AddressState, 'state' | 'query'> {
  const state = readListState(resource, address);
  return { state, query: askedFor(resource, state, { filter: {}, sort: state.sort }) };
}

const stateAt = (resource: Resource, address: string, expand: Expand): AddressState => ({
  ...openedAt(resource, expand(address)),
  address,
  ours: [],
});

/** Expands an address that relies on settings the user stored. */
type Expand = (address: string) => string;
const asItIs: Expand = (address) => address;

/**
 * The state of a list. It is drawn at once and written to the address afterwards, replaced and never pushed. A change
 * of the address from outside (Back, a link) is read again.
 */
export function useListParams(resource: Resource, expand: Expand = asItIs) {
  const location = useLocation();
  const navigate = useNavigate();
  const [now, setNow] = useState(() => stateAt(resource, location.search, expand));
  // A saved view exists only in this browser, but the address must show others the same list.
  const bare = now.ours.length === 0 && expand(now.address) !== now.address ? now.address : undefined;
  // Typed text is written after a pause. A row may have been opened in the meantime, which is another address.
  const here = useLatest({ ...location, written: now.ours.at(-1) ?? location.search });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The router is ahead of the drawn page: another page may be on its way, and this write must not undo it.
  const drawnPath = useRef(window.location.pathname);
  useEffect(() => {
    drawnPath.current = window.location.pathname;
  }, [location]);

  const follow = useEffectEvent((search: string) => {
    setNow((last) => {
      if (search === last.address) return last;
      const at = last.ours.indexOf(search);
      // Quick changes overtake each other on their way: addresses written before the one that arrived are obsolete.
      return at < 0 ? stateAt(resource, search, expand) : { ...last, address: search, ours: last.ours.slice(at + 1) };
    });
  });
  // After drawing, not during it: React discards a render that typing interrupts, but would keep what it set.
  // oxlint-disable-next-line react/set-state-in-effect -- see above
  useLayoutEffect(() => follow(location.search), [location.search]);

  const ask = (state: ListParams) =>
    setNow((last) => (last.state === state ? { ...last, query: askedFor(resource, state, last.query) } : last));

  const change = (nextParams: ListParams, how: 'at once' | 'typing' = 'at once') => {
    const isOther = questionOf(resource, nextParams) !== questionOf(resource, now.state);
    const state = isOther ? { ...nextParams, row: undefined } : nextParams;
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
        query: askedFor(resource, state, last.query),
        ours: moves ? [...last.ours, address] : last.ours,
      }));
      const kept: unknown = here.current.state;
      if (moves) void navigate({ pathname, search: address }, { replace: true, state: kept });
    };
    clearTimeout(timer.current);
    timer.current = undefined;
    // Keys may arrive before the last change is drawn. Only the state is up to date then, not this closure.
    setNow((last) => ({ ...last, state }));
    if (isFirstKey) setTimeout(() => ask(state), FRAME_MS);
    if (how === 'typing') timer.current = setTimeout(settle, TYPING_PAUSE_MS);
    else settle();
  };

  const spellOut = useEffectEvent(() => change(now.state));
  useEffect(() => {
    // The user opened an address without its parameters: a system outside React has changed.
    // oxlint-disable-next-line react/set-state-in-effect
    if (bare !== undefined) spellOut();
  }, [bare]);

  return {
    state: now.state,
    query: now.query,
    change,
    fault: queryFault(resource, requestOf(resource, now.state.filter)),
  };
}
