import type { Traits } from '../../store/users.ts';

/** Who a provider says somebody is, and what their connector makes of it. */
export type Provided = {
  /** The user's name here. */
  name: string;
  /** The provider's own id of the account. */
  subject: string;
  /** Never empty. */
  roles: readonly string[];
  traits: Traits;
  /** What the mapping was made from, for the audit log. */
  attributes: Readonly<Record<string, unknown>>;
};
