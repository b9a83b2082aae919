import { MessageCard } from '../ui/plain/MessageCard.tsx';

type Props = {
  /** `here`: this tab has still to tell the server. */
  where: 'here' | 'elsewhere';
};

/** For somebody who has signed out without a network. The login page follows by itself. */
export default function SignedOutPage({ where }: Props) {
  return (
    <>
      <title>Signed out</title>
      <MessageCard kind="Signed out" title={where === 'here' ? 'Signed out here' : 'Signed out in another tab'}>
        <div role="status">
          {where === 'here' ? (
            <p>
              The server is told when the network is back. Keep this page open until the login page appears: your
              session has not ended on the server yet.
            </p>
          ) : (
            <p>The login page opens when the network is back.</p>
          )}
        </div>
        <p>Unsaved text is kept as a draft.</p>
      </MessageCard>
    </>
  );
}
