import type { LockTarget } from '../api/locks.ts';
import type { PathParams } from '../api/urls.ts';
import type { ReachableKind } from '../wire/inventoryJson.ts';
import type { AclKey, AclVerb } from '../wire/userContext.ts';
import type { Blocked, RowActionOf } from './model/actionModel.ts';
import type { AssistModule } from './model/assistModel.ts';
import type { BulkModule } from './model/bulkModel.ts';
import type { DetailsModule, PaletteModule } from './model/detailsModel.ts';
import type { DocumentModule } from './documentTypes.ts';
import type { Field, FieldOf } from './model/fieldModel.ts';
import type { FormModule, CreationModule, RemovalModule } from './model/formModel.ts';
import type { ListModule, PredicateModule } from './model/listModel.ts';
import type { Operation, WireModule } from './model/wireModel.ts';
import type { Row } from './row.ts';

/** A page above, or where one is; without `to` a name alone. `to` is below `/web`. */
export type Crumb = { label: string; to?: string };

type Navigation = {
  label?: string;
  category: 'Resources' | 'Management';
  section?: 'Access' | 'Activity' | 'Billing' | 'Clusters';
  /** The feature that shows the page; absent: whoever may list what `acl` names. */
  flag?: string;
  weight?: number;
  /** How many rows there are stands beside the entry. Only where that changes what one does. */
  count?: true;
};

/** What every page has: its names, its place, its rights, its calls, its fields and its list. */
type Core<R, S, F> = {
  /** Key of caches, fixtures and options; never shown. */
  name: string;
  label: readonly [one: string, many: string];
  /** Title of the document, where it is not the plural. */
  title?: string;
  icon: string;
  /** Of a page below others: what stands before its name, the outermost first, by the parameters of its path. */
  crumbs?(params: PathParams): readonly Crumb[];
  /** Below `/web`; contains `:clusterId` or not. Filled, it is the name react-admin knows the resource by. */
  path: string;
  /** Key of the user's ACL. */
  acl: AclKey;
  /** Where an operation needs other verbs than its own. */
  verbs?: Partial<Record<Operation, readonly AclVerb[]>>;
  /** Our extension of the API that its calls belong to, as src/wire/config.ts names it; absent: every cluster has them. */
  extension?: string;
  nav?: Navigation;
  wire: WireModule<R>;
  fields: readonly F[];
  list: ListModule<R, S>;
};

/** What a page may have. Each is described where its type is. */
type Modules<R, S> = {
  predicate?: PredicateModule<R>;
  details?: DetailsModule<R, S>;
  form?: FormModule<R, S>;
  /** Rows are documents. Not together with `form`. */
  yaml?: DocumentModule<S>;
  creates?: CreationModule;
  removal?: RemovalModule<R>;
  rowActions?: readonly RowActionOf<R>[];
  bulk?: BulkModule<R, S>;
  /** `false`: the command palette does not find rows. */
  palette?: false | PaletteModule<R>;
  /** What roles decide about by the labels of `predicate`: the check of access and the reach of a role cover it. */
  access?: { kind: ReachableKind };
  /** Texts about rows for Assist. */
  assist?: AssistModule<R>;
  /** Why a row can be neither changed nor removed. */
  fixed?(row: R): Blocked | undefined;
  /** What a lock of the row names: rows with it can be locked, one or several, and are found for a new lock. */
  lockTarget?(row: R): LockTarget;
};

// Two views of one declaration. `ResourceOf<R>` is what an author writes, checked against the record type;
// `Resource` is what generators read, with the record type forgotten. Functions are declared as methods, so that
// the first fits the second: a generator only ever hands a resource its own rows.

export type ResourceOf<R> = Core<R, keyof R & string, FieldOf<R>> & Modules<R, keyof R & string>;
export type Resource = Core<Row, string, Field> & Modules<Row, string>;

/** Declares a resource. The default export of `*.descriptor.ts`, collected by `index.ts`. */
export const defineResource = <R extends { readonly id: string }>(resource: ResourceOf<R>): ResourceOf<R> => resource;
