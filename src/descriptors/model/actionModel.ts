import type { LockedFeature } from '../../api/can.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import type { Row } from '../row.ts';
import type { Steps } from '../steps.ts';
import type { Need } from './wireModel.ts';

// The actions of a resource, and the functions that they can use.

/** Why an action is disabled: a sentence, and a short text for small spaces. */
export type Blocked = { why: string; mark: string };
export type MenuEntry = {
  label: string;
  to: string;
  icon?: string;
  blocked?: string;
  /** The effect, on a second line. */
  text?: string;
};
export type Menu = {
  entries: readonly MenuEntry[];
  /** Shown if there are no entries. */
  none: string;
  /** A small heading above the entries, a small line below them. */
  head?: string;
  foot?: string;
  /** Entries are names for machines. */
  mono?: true;
  /** Where an entry opens. */
  target: 'here' | 'newTab';
  /** The feature that locks the entries under usage-based billing. They stay visible, with a link to the offer. */
  locked?: LockedFeature;
  /** A field above the list for other values. Undefined while the text is not valid. */
  free?: { label: string; to(text: string): string | undefined };
  /** Below the entries: why it is these. */
  also?: { label: string; icon: string; run(): void };
};

export type AccessQuestion = { user: string } | { kind: ReachableKind; id: string } | { role: string };

/** The functions of an action besides calling the API. Dialogs are registered by name in `src/resources/dialogs`. */
export type ActionContext = {
  clusterId: string;
  /** The available pages of one cluster, each with the missing rule if there is one. */
  pagesOf(clusterId: string): readonly MenuEntry[];
  /** `from` in the state of the new history entry is the previous path. */
  go(to: string): void;
  openTab(to: string): void;
  /** Opens an access check over the page: of a user, to a resource, or for the reach of a role. */
  checkAccess: (about: AccessQuestion) => void;
  dialog(name: string, row: Row): void;
  /** The reason why a target cannot be opened: its page does not exist yet. */
  missing(to: string): string | undefined;
  /** Commands to copy, in a dialog. */
  steps(steps: Steps): void;
  /** Copies to the clipboard. `label` begins the sentence that confirms it. */
  copy(text: string, label: string): void;
};

/** Targets of several rows, each opened in its own tab. An entry opens one target for each row that has it. */
export type BulkTabs = {
  entries: readonly { label: string; hint?: string | undefined; tabs: readonly { title: string; to: string }[] }[];
  /** Shown if there are no entries. */
  none: string;
  head?: string;
  foot?: string;
  /** Entries are names for machines. */
  mono?: true;
};

/** An entry of a row's menu. The first is the row's main action. */
export type RowActionOf<R> = {
  id: string;
  label: string;
  icon?: string;
  /** Single-key shortcut on the list, a `KeyboardEvent.key`. */
  key?: string;
  needs?: readonly Need[];
  /**
   * The reason why the action is disabled for this row. Undefined if it is enabled. `self` is the user's name. A mark
   * replaces the button.
   */
  blocked?(row: R, self: string): string | Blocked | undefined;
  /** Whether the action applies to the row at all. Absent: it applies to every row. */
  suits?(row: R, context: ActionContext): boolean;
  danger?: true;
} & (
  | { menu(row: R, context: ActionContext): Menu }
  | { run(row: R, context: ActionContext): void | Promise<void> }
  /** A target that opens in a new tab. */
  | { link(row: R, context: ActionContext): string }
);
export type RowAction = RowActionOf<Row>;
