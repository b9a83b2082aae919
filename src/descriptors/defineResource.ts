import type { ListWire } from '../api/lists.ts';
import type { LockedFeature } from '../api/can.ts';
import type { LockTarget } from '../api/locks.ts';
import type { Label } from '../api/nodes.ts';
import type { Sentence } from '../lib/sentence.ts';
import type { ReachableKind } from '../wire/inventoryJson.ts';
import type { AclKey, AclVerb } from '../wire/userContext.ts';
import type { ActionContext, Blocked, BulkPlaces, Menu } from './actionModel.ts';
import type { DocumentType } from './documentTypes.ts';
import type { Kind, KindValue } from './kinds.ts';
import type { Row } from './row.ts';

// Two views of one declaration. `ResourceOf<R>` is what an author writes, checked against the record type;
// `Resource` is what generators read, with the record type forgotten. Functions are declared as methods, so that
// the first fits the second: a generator only ever hands a resource its own rows.

/** Pixels; a span that the room between the columns decides; or what the others leave. */
export type Width = number | readonly [min: number, max: number] | 'rest';

export type Input = {
  required?: true;
  readOnly?: 'always' | 'onEdit';
  help?: string;
  /** The sentence below the field, or undefined when the value is fine. */
  check?(value: unknown): string | undefined;
  /** Name of the resource whose rows are offered. */
  options?: string;
  /** Said when a required value is missing, where "<label> is needed" is not enough. */
  missing?: string;
  /** Of a map of lists: the keys that are always offered. */
  keys?: readonly string[];
};

type FieldBase<R> = {
  label: string;
  /** A server fact: true when the wire name equals `source`, else the wire name. Absent: not sortable. */
  sort?: true | string;
  /** `false`: never a column; `hidden`: offered in the column chooser. */
  list?: false | { hidden?: true; width?: Width };
  /** Absent: not part of a form. */
  input?: Input;
  /** A small framed word after the value. */
  tag?(row: R): string | undefined;
  /** A quiet addition after the value. */
  note?(row: R): string | undefined;
};

/** `value` may be left out only where the record's own type already fits the kind. */
type FieldOf<R> = {
  [S in keyof R & string]: {
    [K in Kind]: FieldBase<R> & { source: S; kind: K } & (R[S] extends KindValue[K]
        ? { value?(row: R): KindValue[K] }
        : { value(row: R): KindValue[K] });
  }[Kind];
}[keyof R & string];
export type FieldOfKind<K extends Kind> = FieldBase<Row> & { source: string; kind: K; value?(row: Row): KindValue[K] };
export type Field = { [K in Kind]: FieldOfKind<K> }[Kind];

/** What a call needs, in the words of the user's ACL. */
export type Need = readonly [what: AclKey, verb: AclVerb];
export type Operation = 'list' | 'create' | 'update' | 'remove';

/** The way to more of what joins the cluster by itself. `entity`: what the page that tells how is told; `document`: its kind. */
export type Adding = { entity: string; label: string; document: string; needs: readonly Need[] };

type WireOf<R> = {
  list: ListWire<R>;
  /** Turns one item of an answer into a row: of `one`, `create` and `update`. */
  read?(json: unknown): R | Promise<R>;
  /** Absent where the API has no call for one item: it is then looked for in the list. */
  one?: { url: string };
  /** A body may come later: where a document has to be read first. */
  create?: { url: string; method?: 'PUT'; body(values: Partial<R>): unknown };
  update?: { url: string; body(values: Partial<R>): unknown };
  /** `restores`: creating a removed row again gives back the same thing, so that a removal can be undone. */
  remove?: { url: string; restores?: true };
};

type ActionBase = {
  id: string;
  label: string;
  icon?: string;
  /** Single key on the list, as `KeyboardEvent.key` names it. */
  key?: string;
  needs?: readonly Need[];
};
type RowActionOf<R> = ActionBase & {
  /** Why this row cannot; undefined when it can. With a mark, the mark stands in the button's place. */
  blocked?(row: R): string | Blocked | undefined;
  /** Whether the action makes sense for the row at all; absent: for every row. */
  suits?(row: R): boolean;
  danger?: true;
} & (
    | { menu(row: R, context: ActionContext): Menu }
    | { run(row: R, context: ActionContext): void | Promise<void> }
    /** A place that opens in a new tab. */
    | { link(row: R, context: ActionContext): string }
  );

/** Values put into, or taken out of, a field of `chips` in several rows, reviewed before any is written. */
type BulkEditOf<R, S> = {
  field: S;
  /** Said beside a row that can be written but does not keep it. */
  passing?(row: R): string | undefined;
  /** What the values give, in sentences: by its name in `src/resources/bulk/effects`. */
  effects?: string;
};

type BulkActionOf<R, S> = {
  id: string;
  /** On the button, for so many rows. */
  label(count: number): string;
  icon?: string;
  needs?: readonly Need[];
  danger?: true;
  /** More rows than this are too many. */
  max?: number;
} & (
  | { run(rows: readonly R[], context: ActionContext): void }
  | { places(rows: readonly R[], context: ActionContext): BulkPlaces }
  | { edit: BulkEditOf<R, S> }
);

type HistogramOf<R, S> = {
  time: S;
  /** What the bars count: `Events`. */
  counts: string;
  /** Rows that stand out at the foot of their bar, and what they are called. */
  flagged: { label: string; is(row: R): boolean };
};

type DetailsOf<R, S> = {
  /** Opening them is what a row is for; else they come after its actions. */
  first?: true;
  /** The sheet's title; absent: the row's name. */
  title?(row: R): { text: string; icon?: string; danger?: boolean };
  /**
   * Fields with their labels here, in this order; those without a value are left out. `firstBy`: the moment of a row,
   * where it is worth knowing that the value came up for the first time.
   */
  lines: readonly { source: S; label: string; firstBy?: S }[];
  /** Other rows that have something in common: a label of the list's predicate, or their time. */
  pivots?: readonly ({ label: string } & ({ of(row: R): Label | undefined } | { around: S; withinMs: number }))[];
  /** The row as the server wrote it. */
  json?: { title: string; of(row: R): unknown };
};

export type ResourceOf<R> = {
  /** Key of caches, fixtures and options; never shown. */
  name: string;
  label: readonly [one: string, many: string];
  /** Title of the document, where it is not the plural. */
  title?: string;
  icon: string;
  /** Below `/web`; contains `:clusterId` or not. Filled, it is the name react-admin knows the resource by. */
  path: string;
  /** Key of the user's ACL. */
  acl: AclKey;
  /** What of it a plan that is billed by use keeps locked; the page leads to the offer. */
  locked?: LockedFeature;
  /** Our extension of the API that its calls belong to, as src/wire/config.ts names it; absent: every cluster has them. */
  extension?: string;
  /** Where an operation needs other verbs than its own. */
  verbs?: Partial<Record<Operation, readonly AclVerb[]>>;
  nav?: {
    label?: string;
    category: 'Resources' | 'Management';
    section?: 'Access' | 'Activity' | 'Billing' | 'Clusters';
    /** The feature that shows the page; absent: whoever may list what `acl` names. */
    flag?: string;
    weight?: number;
    /** How many rows there are stands beside the entry. Only where that changes what one does. */
    count?: true;
  };
  wire: WireOf<R>;
  fields: readonly FieldOf<R>[];
  list: {
    /** The field that names a row. */
    title: keyof R & string;
    sort: { field: keyof R & string; order: 'ASC' | 'DESC' };
    /** Placeholder of the search field. */
    search: string;
    empty: { title: string; text: string };
    /** False where nothing can be done with several rows. */
    selectable?: false;
    /** What the page is about, below its title. */
    about?: string;
    /** An icon of its own for a row. */
    icon?(row: R): string | undefined;
    /** A small sign before the name of a row: an icon, or the first letter of a text in a tile. */
    mark?(row: R): { icon: string } | { letter: string };
    /** Rows that stand before all others, whatever the order. */
    pinned?(row: R): boolean;
    /** A field of kind `time` or `moment`: while rows are sorted by it they stand under their day and show the time alone. */
    groupByDay?: keyof R & string;
    /** Bars over the rows that are here, by a field as above; a part of them can be chosen. */
    histogram?: HistogramOf<R, keyof R & string>;
    /** So often the list is read again while somebody looks at it. */
    rereadEveryMs?: number;
    /** The row is its own button: no icon before it, no action behind it. */
    bare?: true;
    /** The two lines of a row on a phone; absent: its name, and what tells it from its neighbours. */
    phone?: { name: keyof R & string; meta: readonly (keyof R & string)[]; end?: keyof R & string };
    /** One more fact about the rows shown, in the foot. */
    foot?(rows: readonly R[]): string | undefined;
  };
  /**
   * How the predicate language sees a row (http-resources §1.4, §1.5). Lists that the server searches have it; for one
   * that is searched here `labels` may be made up, and one of several values stands there several times.
   */
  predicate?: {
    name(row: R): string;
    labels(row: R): readonly Label[];
    values(row: R): readonly string[];
    /**
     * What the rows can be told apart by, in this order; absent: their labels, the most useful first. Values stand by
     * their use, where `order` does not name them: `under 1 min` before `over 1 h`.
     */
    facets?: readonly (string | { name: string; order: readonly string[] })[];
    /** Places in the document that a query can ask for, below `resource` (http-resources §1.5); offered while one writes. */
    paths?: readonly string[];
  };
  /** A row that is only read opens beside its list. Not together with `form` or `yaml`. */
  details?: DetailsOf<R, keyof R & string>;
  /** What roles decide about by the labels of `predicate`: the check of access and the reach of a role cover it. */
  access?: { kind: ReachableKind };
  /**
   * How the command palette finds rows; absent: by their title, under the resource's name. `false`: not at all. `group`:
   * several resources under one heading; `sign`: typed first, it leaves these rows alone.
   */
  palette?: false | { group?: string; sign?: '@'; title?(row: R): string; detail?(row: R): string };
  /** For what joins the cluster by itself: the way to where it is told how. */
  adds?: Adding;
  /** A field in the page head that leads straight to a place. */
  quick?: {
    label: string;
    placeholder: string;
    help: string;
    to(text: string, context: ActionContext): string | undefined;
  };
  /** Where a name alone is no id: the parts of a row's id, for addresses that name both, and the way back. */
  ids?: {
    of(kind: string, name: string): string;
    parts(id: string): { kind: string; name: string };
    /** Of names that may be secrets: what is shown in their place. `document` is one that the server may not have yet. */
    shown?(id: string, document?: unknown): string;
    /** Learns the parts of an id that an address brought. */
    find?(id: string): Promise<void>;
  };
  form?: {
    sections: readonly { title: string; aside?: string; fields: readonly (keyof R & string)[] }[];
    /** A few words beside the row's name: "local user". */
    aside?(row: R): string;
    /** Heading over the row's actions. */
    actions: string;
    /** What a person may read after creating a row, as a dialog of `src/resources/dialogs`. */
    created?: string;
    /** Further parts of the form that only show, by their names in `src/resources/panels`: each behind a section's title. */
    panels?: Readonly<Record<string, string>>;
  };
  /** Edited as a document, of one kind or, with `ids`, of several. */
  yaml?: { source: keyof R & string; types: readonly [DocumentType, ...DocumentType[]] };
  /** Says in sentences what a change does, the dangerous ones flagged. */
  review?(before: R, after: R): readonly Sentence[];
  /** A field of role names: a review says what the roles allow that come and go. */
  roleField?: keyof R & string;
  /** Why a row can be neither changed nor removed. */
  fixed?(row: R): Blocked | undefined;
  /** Why a row can be changed but not removed; `self` is the name of the signed-in person. */
  kept?(row: R, self: string): string | undefined;
  /** What a lock of the row names: rows with it can be locked, one or several, and are found for a new lock. */
  lockTarget?(row: R): LockTarget;
  /**
   * The words on the button for a new row. `sheet` of `src/resources/sheets` makes one in place of the generated form;
   * `dialog` of `src/resources/dialogs` makes one beside the page at `new`, where there is a choice then: the dialog's
   * word, and the page's.
   */
  creates?: { label: string; sheet?: string; dialog?: { name: string; label: string; other: string } };
  /** What removing a row is called, where that is not deleting it: "Lift", "Lifting", "lifted". */
  removes?: { act: string; acting: string; done: string };
  /** Rows of another resource that name rows of this one: none of these can be removed while one does. */
  heldBy?: { resource: string; field: string };
  /** What removing a row does besides. */
  removal?(row: R): readonly string[];
  /** Usage events of making a new one (http-auth §12.2). */
  reports?: { create: string; save: string; cancel: string };
  /** The same of several; absent: rows are removed one at a time. */
  removalOfMany?: readonly string[];
  /** What the audit log calls a change and a removal of a row (http-resources §10). */
  eventCodes?: { updated?: string; removed?: string };
  rowActions?: readonly RowActionOf<R>[];
  /** What can be done with several chosen rows at once, beside copying names, export and removal. */
  bulkActions?: readonly BulkActionOf<R, keyof R & string>[];
};

type Loose<T, Keys> = Omit<T, keyof Keys> & Keys;
export type RowAction = RowActionOf<Row>;
export type BulkAction = BulkActionOf<Row, string>;
export type Histogram = HistogramOf<Row, string>;
export type Details = DetailsOf<Row, string>;
export type Resource = Loose<
  ResourceOf<Row>,
  {
    fields: readonly Field[];
    list: Loose<
      ResourceOf<Row>['list'],
      {
        title: string;
        sort: { field: string; order: 'ASC' | 'DESC' };
        groupByDay?: string;
        histogram?: Histogram;
        phone?: { name: string; meta: readonly string[]; end?: string };
      }
    >;
    details?: Details;
    form?: Loose<
      NonNullable<ResourceOf<Row>['form']>,
      { sections: readonly { title: string; aside?: string; fields: readonly string[] }[] }
    >;
    yaml?: Loose<NonNullable<ResourceOf<Row>['yaml']>, { source: string }>;
    roleField?: string;
    bulkActions?: readonly BulkAction[];
  }
>;

/** Declares a resource. The default export of `*.descriptor.ts`, collected by `index.ts`. */
export const defineResource = <R extends { readonly id: string }>(resource: ResourceOf<R>): ResourceOf<R> => resource;
