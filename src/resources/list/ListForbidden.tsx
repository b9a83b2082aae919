import { userContext } from '../../api/userContext.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { HiddenTypes, missingRule } from '../panels/HiddenTypes.tsx';
import { pluralName } from '../resourceMessages.ts';
import styles from './ListForbidden.module.css';

type Props = {
  resource: Resource;
  refusal?: string | undefined;
  /** Only some kinds of the list are hidden. */
  isPartial?: boolean;
};

/** What the user may not see, and the rule that would allow it. */
export default function ListForbidden({ resource, refusal, isPartial }: Props) {
  if (isPartial) return <HiddenTypes resource={resource} />;
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
