import { RULE_KINDS } from '../../api/can.ts';
import { userContext } from '../../api/userContext.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { missingVerbs } from '../../descriptors/restrict.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { ACL_VERBS } from '../../wire/userContext.ts';
import { pluralName } from '../resourceMessages.ts';
import styles from './ListForbidden.module.css';

/** The rule that a role would need; undefined if the user's roles have it. */
function missingRule(resource: Resource): string | undefined {
  const verbs = missingVerbs(resource, 'list', userContext().acl);
  if (verbs.length === 0) return undefined;
  const words = verbs.map((verb) => ACL_VERBS[verb]);
  return `- resources: [${RULE_KINDS[resource.acl]}]\n  verbs: [${words.join(', ')}]`;
}

/** What the user may not see, and the rule that would allow it. */
export default function ListForbidden({ resource, refusal }: { resource: Resource; refusal: string | undefined }) {
  const title = `You may not list ${pluralName(resource)}`;
  const rule = missingRule(resource);
  if (rule === undefined)
    return (
      <EmptyText icon="lock" title={title}>
        <p>{refusal}</p>
      </EmptyText>
    );
  const { username, cluster } = userContext();
  const request = `${username} asks for this rule in ${cluster.clusterId}, to list ${pluralName(resource)}:\n\n${rule}\n`;
  return (
    <EmptyText
      icon="lock"
      title={title}
      actions={
        <CopyButton size="form" text={request}>
          Copy as a request
        </CopyButton>
      }
      foot={refusal}
    >
      <p>None of your roles has the rule below. An administrator of {cluster.clusterId} can add it.</p>
      <pre className={styles.rule}>{rule}</pre>
    </EmptyText>
  );
}
