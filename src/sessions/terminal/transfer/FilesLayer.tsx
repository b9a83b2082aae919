import { formatTime } from '../../../lib/dates.ts';
import { plural } from '../../../lib/numbers.ts';
import { visibleLine } from '../../../lib/visibleText.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { zone } from '../../../ui/zone.ts';
import type { PendingRequest } from './FileRequests.ts';
import styles from './FilesLayer.module.css';
import { FilesPanel } from './FilesPanel.tsx';
import type { PaneFiles } from './PaneFiles.ts';
import type { Transfers } from './Transfers.ts';

export type FilesLayerProps = {
  files: PaneFiles;
  /** Host name of the server, as in the title. */
  host: string;
  isModerated: boolean;
  /** The reason why transfers are disabled now. */
  off: string | undefined;
  /** Name of the signed-in user, once it is known. */
  self: string | undefined;
  /** The user has closed the panel. */
  onClosed: () => void;
};

/** The file overlays of a pane: pending requests, and the panel. */
export default function FilesLayer({ files, host, isModerated, off, self, onClosed }: FilesLayerProps) {
  const side = useStore(files.panel);
  const close = () => {
    files.panel.set(undefined);
    onClosed();
  };
  return (
    <>
      <RequestBox transfers={files.transfers} self={self} />
      {side && <FilesPanel files={files} side={side} host={host} isModerated={isModerated} off={off} onClose={close} />}
    </>
  );
}

type Props = { transfers: Transfers; self: string | undefined };

/** At the top of the pane, for all participants: the requests for files, and the answers that the user can give. */
function RequestBox({ transfers, self }: Props) {
  const pending = useStore(transfers.requests.pending);
  if (pending.length === 0) return null;
  return (
    <ul className={styles.box} aria-label="Requests for files">
      {pending.map((request) => (
        <Request
          key={request.requestId}
          request={request}
          self={self}
          decide={(approved) => transfers.decide(request.requestId, approved)}
        />
      ))}
    </ul>
  );
}

type RequestProps = { request: PendingRequest; self: string | undefined; decide: (approved: boolean) => void };

function Request({ request, self, decide }: RequestProps) {
  const { requester, download, location, filename, approvers, askedAtMs, answered } = request;
  const shownZone = useStore(zone);
  const isOwn = requester === self;
  const noun = download ? 'download' : 'upload';
  const hasApproved = answered === 'approve' || (self !== undefined && approvers.includes(self));
  const approvals = approvers.length > 0 ? `approved by ${approvers.map(visibleLine).join(', ')}` : 'no approval yet';
  const isDenied = answered === 'deny' ? 'Already denied' : undefined;
  return (
    <li className={styles.request}>
      <Icon name={download ? 'file-down' : 'upload'} />
      <div className={styles.text} role="alert">
        <p>
          <b className="semi">{isOwn ? `You asked to ${noun}` : `${visibleLine(requester)} asks to ${noun}`}</b>{' '}
          {download ? (
            <code>{visibleLine(location)}</code>
          ) : (
            <>
              <code>{visibleLine(filename)}</code> to <code>{visibleLine(location)}</code>
            </>
          )}
        </p>
        <p className="t2 small">
          Asked {formatTime(new Date(askedAtMs), shownZone)}, {approvals}
          {approvers.length > 0 && `, ${plural(approvers.length, 'approval')} so far`}
        </p>
      </div>
      {isOwn ? (
        <Button off={isDenied} onClick={() => decide(false)}>
          Withdraw
        </Button>
      ) : (
        <>
          <Button off={isDenied ?? (hasApproved ? 'Already approved by you' : undefined)} onClick={() => decide(true)}>
            Approve {noun}
          </Button>
          <Button off={isDenied} onClick={() => decide(false)}>
            Deny
          </Button>
        </>
      )}
    </li>
  );
}
