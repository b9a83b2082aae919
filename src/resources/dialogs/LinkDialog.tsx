import { loginLinkPath, type LoginLink } from '../../api/users.ts';
import { formatDuration } from '../../lib/dates.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { useNow } from '../../ui/useNow.ts';
import { Effects } from './Effects.tsx';
import { HandOverDialog, HandOverEnd } from './HandOverDialog.tsx';

const MINUTE_MS = 60_000;

type Props = {
  title: string;
  link: LoginLink;
  /** What making the link has done, and what it leaves as it is. */
  effects?: readonly string[];
  leaves?: readonly string[];
  onClose: () => void;
};

/** A link that lets somebody set a password and a second factor: for whom, how long, what it ended. */
export function LinkDialog({ title, link, effects = [], leaves = [], onClose }: Props) {
  const now = useNow(MINUTE_MS);
  return (
    <HandOverDialog title={title} once="The link is not shown again" onClose={onClose}>
      <p>
        Send this link to <strong>{link.user}</strong> over a channel you trust. Whoever opens it first sets the
        password and the second factor. It works once and until <HandOverEnd date={link.expires} />,{' '}
        {formatDuration(link.expires.getTime() - now)} from now.
      </p>
      <CopyBox label={`Link for ${link.user}`} text={location.origin + loginLinkPath(link)} />
      {effects.length > 0 && <Effects of={effects} icon="check" />}
      {leaves.length > 0 && <Effects of={leaves} />}
    </HandOverDialog>
  );
}
