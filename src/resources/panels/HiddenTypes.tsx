import { RULE_KINDS } from '../../api/can.ts';
import { userContext } from '../../api/userContext.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { missingVerbs } from '../../descriptors/restrict.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ACL_VERBS } from '../../wire/userContext.ts';

/** The rule that a role would need; undefined if the user's roles have it. */
export function missingRule(resource: Resource): string | undefined {
  const verbs = missingVerbs(resource, 'list', userContext().acl);
  if (verbs.length === 0) return undefined;
  const words = verbs.map((verb) => ACL_VERBS[verb]);
  return `- resources: [${RULE_KINDS[resource.acl]}]\n  verbs: [${words.join(', ')}]`;
}

/** The kinds that a list with several kinds leaves out for this user, and the rules that would show them. */
export function HiddenTypes({ resource }: { resource: Resource }) {
  const hidden = (resource.yaml?.types ?? []).flatMap(({ label, acl = resource.acl }) => {
    const rule = missingRule({ ...resource, acl });
    return rule === undefined ? [] : [{ label, rule }];
  });
  if (hidden.length === 0) return null;
  const { username, cluster } = userContext();
  const rules = hidden.map(({ rule }) => rule).join('\n');
  const request = `${username} asks for these rules in ${cluster.clusterId}, to list resources:\n\n${rules}\n`;
  return (
    <>
      {` Hidden: ${hidden.map(({ label }) => label).join(', ')}. Your roles lack the rules to list them. `}
      <CopyButton text={request}>Copy as a request</CopyButton>
    </>
  );
}
