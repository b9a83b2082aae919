import type { ReactNode } from 'react';
import { MessageAddress, MessageCard } from '../../ui/plain/MessageCard.tsx';

type Props = {
  /** The address that leads nowhere. */
  address: string;
  actions?: ReactNode;
  foot?: ReactNode;
  inFrame?: boolean;
};

/** For an address without a page (specification §2, §8). */
export const NotFoundCard = ({ address, actions, foot, inFrame = false }: Props) => (
  <MessageCard
    kind="404 Not Found"
    title="The requested path could not be found."
    actions={actions}
    foot={foot}
    inFrame={inFrame}
  >
    <p>It may have moved, the name may be misspelt, or your roles may hide it from you.</p>
    <MessageAddress>{address}</MessageAddress>
  </MessageCard>
);
