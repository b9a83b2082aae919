import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/errors.ts';
import { createLoginLink } from '../../api/loginLinks.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CloseButton } from '../../ui/DialogButtons.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLate } from '../useAfter.ts';
import { LinkDialog, type RowDialogProps } from './HandOverDialog.tsx';

/** After a user was created: creates the link for their first sign-in. */
export default function InviteDialog({ row, onClose }: RowDialogProps) {
  // Never refetched, not even when all queries are invalidated, because a second link would end the first.
  const link = useQuery({
    queryKey: ['invite', row.id],
    gcTime: 0,
    staleTime: 'static',
    queryFn: () => createLoginLink(row.id, 'invite'),
  });
  const isLate = useLate();
  const title = `User ${row.id} created`;
  if (link.data) return <LinkDialog title={title} link={link.data} onClose={onClose} />;
  if (link.isPending && !isLate) return null;
  return (
    <Dialog title={title} size="form" onClose={onClose} footer={<CloseButton onClick={onClose} />}>
      {link.error ? (
        <ErrorNote
          what="The link was not created"
          {...describeFailure(link.error)}
          safe={`User ${row.id} was created anyway`}
          todo="Try again here, or later with Reset sign-in"
          actions={<Button onClick={() => void link.refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton width="60%" />
      )}
    </Dialog>
  );
}
