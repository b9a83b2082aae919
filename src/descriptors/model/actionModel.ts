import type { LockedFeature } from '../../api/can.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import type { Row } from '../row.ts';
import type { Steps } from '../steps.ts';
import type { Need } from './wireModel.ts';

// What the actions of a resource are made of, and what they can do.

/** Why a thing cannot be done: the sentence, and a word or two where only that has room. */
export type Blocked = { why: string; mark: string };
export type MenuEntry = {
  label: string;
  to: string;
  icon?: string;
  blocked?: string;
  /** What choosing it means, on a second line. */
  text?: string;
};
export type Menu = {
  entries: readonly MenuEntry[];
  /** Said in place of the entries when there are none. */
  none: string;
  /** A small heading above the entries, a small line below them. */
  head?: string;
  foot?: string;
  /** Entries are names that a machine reads. */
  mono?: true;
  /** Where an entry opens. */
  target: 'here' | 'newTab';
  /** A plan that is billed by use keeps the entries locked: what they belong to. They stay, with a way to the offer. */
  locked?: LockedFeature;
  /** A field on top for what is not in the list; undefined while the text leads nowhere. */
  free?: { label: string; to(text: string): string | undefined };
  /** Below the entries: why it is these. */
  also?: { label: string; icon: string; run(): void };
};

export type AccessQuestion = { user: string } | { kind: ReachableKind; id: string } | { role: string };

/** What an action can do besides calling the API. Dialogs are registered by name in `src/resources/dialogs`. */
export type ActionContext = {
  clusterId: string;
  /** Pages of one cluster that this console has, each with the rule that is missing. */
  pagesOf(clusterId: string): readonly MenuEntry[];
  /** `from` in the state of the new history entry is the path that it was left for. */
  go(to: string): void;
  openTab(to: string): void;
  /** Lays a check of access over the page: of somebody, to something, or of what a role reaches. */
  checkAccess: (about: AccessQuestion) => void;
  dialog(name: string, row: Row): void;
  /** Why a place cannot be gone to: its page is still to come. */
  missing(to: string): string | undefined;
  /** Commands to take along, in a dialog. */
  steps(steps: Steps): void;
  /** Onto the clipboard; `what` begins the sentence that says so. */
  copy(text: string, what: string): void;
};

/** Places of several rows, each opened in a tab of its own: an entry leads to one place per row that has it. */
export type BulkPlaces = {
  entries: readonly { label: string; hint?: string | undefined; tabs: readonly { title: string; to: string }[] }[];
  /** Said in place of the entries when there are none. */
  none: string;
  head?: string;
  foot?: string;
  /** Entries are names that a machine reads. */
  mono?: true;
};

/** An entry of a row's menu. The first is the row's main action. */
export type RowActionOf<R> = {
  id: string;
  label: string;
  icon?: string;
  /** Single key on the list, as `KeyboardEvent.key` names it. */
  key?: string;
  needs?: readonly Need[];
  /** Why this row cannot; undefined when it can. `self` is the user's name. With a mark, the mark stands in the button's place. */
  blocked?(row: R, self: string): string | Blocked | undefined;
  /** Whether the action makes sense for the row at all; absent: for every row. */
  suits?(row: R, context: ActionContext): boolean;
  danger?: true;
} & (
  | { menu(row: R, context: ActionContext): Menu }
  | { run(row: R, context: ActionContext): void | Promise<void> }
  /** A place that opens in a new tab. */
  | { link(row: R, context: ActionContext): string }
);
export type RowAction = RowActionOf<Row>;
