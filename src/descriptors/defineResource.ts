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

/** A parent page, or only a name without `to`. `to` is below `/web`. */
export type Crumb = { label: string; to?: string };

type Navigation = {
  label?: string;
  category: 'Resources' | 'Management';
  section?: 'Access' | 'Activity' | 'Billing' | 'Clusters';
  /** The feature that shows the page. Absent: users who may list what `acl` names. */
  flag?: string;
  weight?: number;
  /** Shows the number of rows beside the entry. Only if the number leads to actions. */
  count?: true;
};

/** The parts of every page: names, place, rights, endpoints, fields and list. */
type Core<R, S, F> = {
  /** Key of caches, fixtures and options. Never shown. */
  name: string;
  label: readonly [singular: string, plural: string];
  /** Title of the document, if it differs from the plural. */
  title?: string;
  icon: string;
  /** For a page below others: its parent entries, outermost first, from the parameters of its path. */
  crumbs?(params: PathParams): readonly Crumb[];
  /**
   * Below `/web`, with or without `:clusterId`. With its parameters filled in, it is react-admin's name of the
   * resource.
   */
  path: string;
  /** Key of the user's ACL. */
  acl: AclKey;
  /** For operations that need other verbs than their own. */
  verbs?: Partial<Record<Operation, readonly AclVerb[]>>;
  /**
   * The extension of the API that its endpoints belong to, as in src/wire/config.ts. Absent: every cluster has them.
   */
  extension?: string;
  nav?: Navigation;
  wire: WireModule<R>;
  fields: readonly F[];
  list: ListModule<R, S>;
};

/** Optional parts of a page. Their types describe them. */
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
  /**
   * For resources that roles select by the labels of `predicate`: access checks and the reach of a role include them.
   */
  access?: { kind: ReachableKind };
  /** Texts about rows for Assist. */
  assist?: AssistModule<R>;
  /** The reason why a row can be neither changed nor removed. */
  fixed?(row: R): Blocked | undefined;
  /** The lock target of the row. Such rows can be locked, one or several, and are found for a new lock. */
  lockTarget?(row: R): LockTarget;
};

// Two views of one declaration. Authors write `ResourceOf<R>`, which is checked against the record type. Generators
// read `Resource`, without the record type. Functions are declared as methods, so that the first is assignable to the
// second: a generator only passes a resource its own rows.

export type ResourceOf<R> = Core<R, keyof R & string, FieldOf<R>> & Modules<R, keyof R & string>;
export type Resource = Core<Row, string, Field> & Modules<Row, string>;

/** Declares a resource. The default export of `*.descriptor.ts`, collected by `index.ts`. */
export const defineResource = <R extends { readonly id: string }>(resource: ResourceOf<R>): ResourceOf<R> => resource;
