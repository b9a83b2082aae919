import type { Resource } from '../../descriptors/defineResource.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { one } from '../resourceMessages.ts';
import styles from './ListBody.module.css';

/** No row of a list that is searched here has the words. */
export const NothingFound = ({
  resource,
  text,
  onClear,
}: {
  resource: Resource;
  text: string;
  onClear: () => void;
}) => (
  <div className={styles.none}>
    <h2>
      No {one(resource)} holds “{text}”
    </h2>
    <p>Words are looked for in every column.</p>
    <Button kind="quiet" className={styles.clear} onClick={onClear}>
      Clear the search
    </Button>
  </div>
);
