import { Button } from '../../ui/plain/Button.tsx';
import type { ButtonProps } from '../../ui/plain/Button.tsx';
import { one } from '../words.ts';
import type { ListModel } from './useListModel.ts';

type Props = { model: ListModel } & Pick<ButtonProps, 'kind' | 'size'>;

/** The way to a new row; one that the roles close says so. */
export function CreateButton({ model: { resource, actions }, ...look }: Props) {
  const { create } = resource.may;
  return (
    <Button {...look} icon="plus" off={create.ok ? undefined : create.why} onClick={actions.create}>
      Create {one(resource)}
    </Button>
  );
}
