import { isObject } from '../../lib/json.ts';
import { cutTo, fillSentence, valueOf, type AuditEvent, lines, type AuditLines } from './template.ts';

const ROLES_CHARS = 80;

function members(event: AuditEvent): string {
  const list = Array.isArray(event['members']) ? event['members'] : [];
  const names = list.flatMap((member: unknown) => (isObject(member) ? valueOf(member, 'member_name') || [] : []));
  return names.length === 0 ? 'a member' : `${names.length === 1 ? 'the member' : 'the members'} ${names.join(', ')}`;
}

/** A change of the members of an access list, and its failure. */
const memberLines = (number: string, done: string, does: string, label: string): AuditLines =>
  lines({
    [`TAL${number}I`]: [
      label,
      (event) => fillSentence(`{updated_by} ${done} {who}, access list {list}`, withMembers(event)),
    ],
    [`TAL${number}E`]: [
      `${label}: failed`,
      (event) =>
        fillSentence(`{updated_by} could not ${does} {who}, access list {list}[: {error}]`, withMembers(event)),
    ],
  });
const withMembers = (event: AuditEvent): AuditEvent => ({ ...event, who: members(event) });

const listLines = (number: string, done: string, does: string, label: string): AuditLines =>
  lines({
    [`TAL${number}I`]: [label, `{updated_by} ${done} the access list {list}`],
    [`TAL${number}E`]: [`${label}: failed`, `{updated_by} could not ${does} the access list {list}[: {error}]`],
  });

/** Access requests and access lists. */
export const requestLines: AuditLines = {
  ...lines({
    T5000I: ['Access requested', 'Access request {id}[ of {user}][ for {roles}] was created and is {state}'],
    T5001I: ['Access request updated', 'Access request {id} is {state} now[, by {delegator|updated_by}]'],
    T5002I: ['Access request reviewed', '{reviewer} reviewed access request {id}[ as {proposed_state}]'],
    T5003I: ['Access request deleted', 'Access request {id} was deleted[ by {user}]'],
    T5004I: [
      'Resources searched',
      (event) =>
        fillSentence('{user} searched for {resource_type} with the roles {roles_searched}', {
          ...event,
          roles_searched: cutTo(valueOf(event, 'search_as_roles'), ROLES_CHARS),
        }),
    ],
    T5005I: ['Access request expired', 'Access request {id} expired[ at {expiry}]'],
  }),
  ...listLines('001', 'created', 'create', 'Access list created'),
  ...listLines('002', 'changed', 'change', 'Access list updated'),
  ...listLines('003', 'deleted', 'delete', 'Access list deleted'),
  ...listLines('004', 'reviewed', 'review', 'Access list reviewed'),
  ...memberLines('005', 'added', 'add', 'Members added'),
  ...memberLines('006', 'changed', 'change', 'Members updated'),
  ...memberLines('007', 'removed', 'remove', 'Members removed'),
  ...listLines('008', 'removed all members of', 'remove all members of', 'All members removed'),
};
