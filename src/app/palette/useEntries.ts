import { useMemo } from 'react';
import { askAssist, hasAssist } from '../../api/assistRequests.ts';
import { resources } from '../../descriptors/index.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { useActionContext } from '../../resources/actions/useActionContext.ts';
import { viewStore } from '../../resources/views/viewStore.ts';
import { pageKeys } from '../../ui/keys/keys.ts';
import { useClusterId, useConsole } from '../useConsole.ts';
import { globalCommands } from './commands.ts';
import { DO, inGroups, type Entry } from './entry.ts';
import type { OpenDialog } from './PaletteDialog.tsx';
import { findEntries, paletteEntries, questionEntry, type PaletteInput } from './paletteEntries.ts';
import { recentEntries } from './recent.ts';
import { doEntries, groupOf, quickEntry, rowEntry, type Searched } from './rowEntries.ts';
import { useFoundRows, type FoundRows } from './useFoundRows.ts';

/** Enough to recognize the result. The list has the rest. */
const SHOWN = 5;

/** The state of one heading's search. */
export type GroupState = { shown: number; total: number; tookMs: number };

export type Entries = {
  entries: readonly Entry[];
  /** By heading, once all its resources have responded. */
  groups: ReadonlyMap<string, GroupState>;
  /** The pending searches, and the failed ones. */
  asking: readonly string[];
  failed: readonly { label: string; why: string }[];
};

/** The resources that this user may list and whose rows can be found by name. */
function useSearched(clusterId: string): readonly Searched[] {
  const { user } = useConsole();
  return useMemo(
    () =>
      resources
        .filter(({ palette }) => palette !== false)
        .map((resource) => ({ resource: restrict(resource, user.acl), name: resourceName(resource, { clusterId }) }))
        .filter(({ resource }) => resource.may.list.ok),
    [user, clusterId],
  );
}

function groupStates(found: readonly FoundRows[]): ReadonlyMap<string, GroupState> {
  const states = new Map<string, GroupState>();
  for (const result of found) {
    if (result.state !== 'answered') continue;
    const group = groupOf(result.resource);
    const { shown, total, tookMs } = states.get(group) ?? { shown: 0, total: 0, tookMs: 0 };
    states.set(group, {
      shown: shown + Math.min(SHOWN, result.rows.length),
      total: total + result.total,
      tookMs: Math.max(tookMs, result.tookMs),
    });
  }
  return states;
}

/** All matches for the input, the best first. */
export function useEntries(typed: PaletteInput, onHang: (hung: OpenDialog) => void): Entries {
  const { items, user, keeper } = useConsole();
  const clusterId = useClusterId();
  const context = useActionContext(
    clusterId,
    (name, row) => onHang({ kind: 'dialog', name, row }),
    (steps) => onHang({ kind: 'steps', steps }),
  );
  const searched = useSearched(clusterId);
  const searchedLists = useMemo(
    () => (typed.sign === '@' ? searched.filter(({ resource }) => signOf(resource) === '@') : searched),
    [searched, typed.sign],
  );
  const found = useFoundRows(searchedLists, typed);
  const localEntries = useMemo(() => {
    const views = searched.flatMap(({ resource, name }) =>
      viewStore(user.username, name)
        .book.get()
        .views.map((view) => ({
          label: view.name,
          detail: `saved view of ${resource.label[1]}`,
          to: `/${name}?${view.address.replace(/^\?/, '')}`,
        })),
    );
    const commands = globalCommands(searched, {
      acl: user.acl,
      signOut: () => void keeper.signOut(),
      assists: hasAssist(user),
    });
    return paletteEntries({ items, clusterId, actions: pageKeys.actions, views, commands });
  }, [items, clusterId, searched, user, keeper]);

  const entriesOf = ({ resource, name, rows }: FoundRows): readonly Entry[] =>
    rows.slice(0, SHOWN).map(({ row, match }) => rowEntry({ resource, name }, row, match, acting(resource, name)));
  const acting = (resource: FoundRows['resource'], name: string) => ({
    acl: user.acl,
    self: user.username,
    context,
    remove: (row: FoundRows['rows'][number]['row']) => onHang({ kind: 'remove', resource, name, row }),
  });
  const best = found
    .flatMap((one) => one.rows.slice(0, 1).map((first) => ({ one, first })))
    .sort((a, b) => b.first.match.points - a.first.match.points)[0];
  const fixed = findEntries(localEntries, typed);
  const recent = typed.text === '' && typed.sign === '' ? recentEntries(localStorage, user.username) : [];
  const rowEntries = best
    ? doEntries(best.one, best.first.row, typed.text, acting(best.one.resource, best.one.name))
    : [];
  const question = hasAssist(user) ? questionEntries(typed) : [];
  const quick = typed.sign === '>' ? [] : searched.flatMap((list) => quickEntry(list, typed.text, context) ?? []);
  const all = [
    ...question,
    ...quick,
    ...found.flatMap(entriesOf),
    ...fixed.filter(({ group }) => group !== DO),
    ...rowEntries,
  ];
  const entries =
    typed.text === '' || typed.sign === '>'
      ? [...recent, ...fixed]
      : inGroups([...all, ...fixed.filter(({ group }) => group === DO)]);
  const states = found.map((result) => ({ ...result, label: result.resource.label[1] }));
  return {
    entries,
    groups: groupStates(found),
    asking: states.filter(({ state }) => state === 'asking').map(({ label }) => label),
    failed: states.flatMap((state) => (state.state === 'failed' ? [{ label: state.label, why: state.why }] : [])),
  };
}

const questionEntries = (typed: PaletteInput): readonly Entry[] => {
  const entry = questionEntry(typed, askAssist);
  return entry ? [entry] : [];
};

const signOf = ({ palette }: Searched['resource']): string | undefined =>
  palette === false ? undefined : palette?.sign;
