import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { fetchRecoveryCodesLeft, type RecoveryCodesLeft } from '../../api/recovery.ts';
import type { Device } from '../../api/devices.ts';
import { plural } from '../../lib/numbers.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import styles from './account.module.css';
import { ownFactors } from './deviceRules.ts';
import { NewCodesDialog } from './NewCodesDialog.tsx';

type Props = {
  username: string;
  mode: SecondFactor;
  /** Undefined until they are loaded. */
  devices: readonly Device[] | undefined;
};

/** The number of unused recovery codes, and the button for new ones. */
export function RecoverySection({ username, mode, devices }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recovery/codes'],
    queryFn: ({ signal }) => fetchRecoveryCodesLeft(signal),
  });
  const [isOpen, setOpen] = useState(false);
  const factors = ownFactors(mode, devices ?? []);
  const off = devices
    ? factors.length > 0
      ? undefined
      : 'Add a second factor first'
    : 'Your devices are still loading';
  return (
    <section className={styles.section} aria-labelledby="account-recovery">
      <div className={styles.sectionHead}>
        <div>
          <h2 id="account-recovery">Recovery codes</h2>
          <p>A code replaces a lost password or second factor. Each code works once.</p>
        </div>
        <Button off={off} onClick={() => setOpen(true)}>
          Create new codes
        </Button>
      </div>
      {data && (
        <p>
          <Left codes={data} />
        </p>
      )}
      {error && (
        <ErrorNote
          what="Could not load your recovery codes"
          {...describeFailure(error)}
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {isOpen && (
        <NewCodesDialog
          username={username}
          factors={factors}
          onMade={() => void refetch()}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

const Left = ({ codes: { left, createdDate } }: { codes: RecoveryCodesLeft }) =>
  createdDate ? (
    <>
      {plural(left, 'code')} left, created <Time date={createdDate} />
    </>
  ) : (
    <>You have no recovery codes.</>
  );
