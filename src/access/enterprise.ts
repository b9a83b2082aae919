import type { Role } from './role.ts';

/** Parts of a role that the open-source server refuses with 403 (http-resources §11.2); undefined when there are none. */
export function enterpriseOnly({ spec: { options, allow } }: Role): string | undefined {
  const part = enterprisePart();
  return part && `role ${part} is only available in enterprise subscriptions`;

  function enterprisePart(): string | undefined {
    if (options.max_sessions > 0) return 'option max_sessions';
    if (options.request_access === 'reason' || options.request_access === 'always')
      return `option request_access: ${options.request_access}`;
    if (options.pin_source_ip) return 'option pin_source_ip';
    if (options.require_session_mfa === 'hardware_key' || options.require_session_mfa === 'hardware_key_touch')
      return `option require_session_mfa: ${options.require_session_mfa}`;
    if (allow.request && allow.request.thresholds.length > 0) return 'field allow.thresholds';
    if (allow.review_requests && !isEmpty(allow.review_requests)) return 'field allow.review_requests';
    if (allow.request && allow.request.search_as_roles.length > 0) return 'field allow.search_as_roles';
    return undefined;
  }
}

/** Nothing in it says anything. */
const isEmpty = (fields: Readonly<Record<string, string | readonly unknown[]>>): boolean =>
  Object.values(fields).every((value) => value.length === 0);
