import { use } from 'react';
import { useNavigate } from 'react-router-dom';
import { config } from '../../api/config.ts';
import { userContext } from '../../api/userContext.ts';
import type { Adding } from '../../descriptors/defineResource.ts';
import { verdictOf } from '../../descriptors/restrict.ts';
import { Button, type ButtonProps } from '../../ui/plain/Button.tsx';
import { addingPath } from '../actions/addingPath.ts';
import { MissingPagesContext } from '../actions/missingPages.ts';
import type { ListModel } from './useListModel.ts';

type Props = {
  model: ListModel;
  /** There is no room for more than a word. */
  short?: boolean;
} & Pick<ButtonProps, 'kind' | 'size'>;

/** Why nothing can be added from here: what joins, joins the cluster one signed in to. */
function refusedBecause({ needs }: Adding, clusterId: string): string | undefined {
  if (clusterId !== config.proxyCluster) return `${clusterId} is a leaf cluster. What belongs to it is added there`;
  const verdict = verdictOf(userContext().acl, needs);
  return verdict.ok ? undefined : verdict.why;
}

/** Whether an empty list offers it: who may not add is told only that there is nothing. */
export const canAdd = ({ resource, actions }: ListModel): boolean =>
  resource.adds !== undefined && refusedBecause(resource.adds, actions.ways.clusterId) === undefined;

/** The way to more of what joins the cluster by itself (screens §5.1). */
export function AddButton({ model: { resource, actions }, short, ...look }: Props) {
  const navigate = useNavigate();
  const missing = use(MissingPagesContext);
  if (!resource.adds) return null;
  const { entity, label, document } = resource.adds;
  return (
    <Button
      {...look}
      icon="plus"
      aria-label={label}
      off={refusedBecause(resource.adds, actions.ways.clusterId)}
      onClick={() => void navigate(addingPath(missing, document), { state: { entity } })}
    >
      {short ? 'Add' : label}
    </Button>
  );
}
