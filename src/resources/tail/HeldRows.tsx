import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { requestOf } from '../list/listParams.ts';
import { findHere } from '../list/localMatch.ts';
import type { ListModel } from '../list/useListModel.ts';
import { pluralName, singularName } from '../resourceMessages.ts';
import { isInSpan } from '../window/rangeBounds.ts';
import styles from './HeldRows.module.css';
import type { Tail } from './useTail.ts';

type Props = { model: ListModel; tail: Tail; onShow: () => void };

/** The number of new rows that wait, shown over the rows so that none of them moves. */
export default function HeldRows({ model, tail, onShow }: Props) {
  const { resource, state } = model;
  const { rows, waiting } = tail;
  const { span } = state;
  const time = resource.list.tail?.time ?? '';
  const matching = findHere(resource, waiting, requestOf(resource, state.filter));
  const count = span ? matching.filter((row) => isInSpan(span, row[time])).length : matching.length;
  return (
    <div role="status" className={styles.held}>
      {count > 0 && (
        <Button
          icon="arrow-up"
          onClick={() => {
            rows.release();
            onShow();
          }}
        >
          {formatCount(count)} new {count === 1 ? singularName(resource) : pluralName(resource)}
        </Button>
      )}
    </div>
  );
}
