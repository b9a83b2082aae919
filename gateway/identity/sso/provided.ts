import type { Traits } from '../../store/users.ts';

/** The user that a provider returned, and the roles and traits from the connector. */
export type Provided = {
  /** The user's name in the gateway. */
  name: string;
  /** The provider's own id of the account. */
  subject: string;
  /** Never empty. */
  roles: readonly string[];
  traits: Traits;
  /** The input of the mapping, for the audit log. */
  attributes: Readonly<Record<string, unknown>>;
};
