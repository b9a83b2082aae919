import { describeFailure } from '../../../api/errors.ts';
import { formatDuration } from '../../../lib/dates.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from './parts.module.css';
import type { JoinTokenState } from './useJoinToken.ts';

type Props = {
  token: JoinTokenState;
  /** The command for a token. */
  command: (token: string) => string;
  label?: string;
  /** Address of the script, for users who want to read it first. */
  scriptHref?: (token: string) => string;
};

/** The command to run on a machine, how long it is valid, and a button for a new one. */
export function JoinCommand({ token, command, label = 'Command', scriptHref }: Props) {
  const { join, error, remake } = token;
  const nowMs = useNow(1000);
  if (error !== undefined)
    return (
      <ErrorNote
        what="The join token could not be created"
        {...describeFailure(error)}
        actions={<Button onClick={remake}>Try again</Button>}
      />
    );
  if (!token.isAsked)
    return (
      <div>
        <Button kind="primary" size="form" onClick={token.ask}>
          Generate command
        </Button>
      </div>
    );
  if (!join) return <Waiting>Creating a join token</Waiting>;
  const { expires } = join;
  const leftMs = (expires?.getTime() ?? 0) - nowMs;
  return (
    <div className="stack g8">
      <CopyBox command label={label} text={command(join.token)} />
      <p className="row g6 wrap t2 small">
        {expires && <Icon name="clock" size={14} />}
        <span>
          {expires && leftMs > 0 && (
            <>
              The command works until <Time date={expires} show="time" />, {formatDuration(leftMs)} from now.
            </>
          )}
          {expires && leftMs <= 0 && 'The command has expired.'}
        </span>
        <button type="button" className={styles.link} onClick={remake}>
          Make a new one
        </button>
        {scriptHref && (
          <a className={styles.link} href={scriptHref(join.token)} target="_blank" rel="noopener noreferrer">
            Read the script first
          </a>
        )}
      </p>
    </div>
  );
}
