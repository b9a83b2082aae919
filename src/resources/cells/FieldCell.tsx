import { Component, type ReactNode } from 'react';
import type { Field, FieldOfKind } from '../../descriptors/model/fieldModel.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Kind, KindValue } from '../../descriptors/kinds.ts';
import { fieldValue } from '../../descriptors/rows.ts';
import { Tag } from '../../ui/Chips.tsx';
import { cells, type CellContext } from './cells.tsx';

const render = <K extends Kind>(field: FieldOfKind<K>, row: Row, context: CellContext): ReactNode => {
  const value = fieldValue(field, row);
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="t3">–</span>;
  const cell: (value: KindValue[K], context: CellContext) => ReactNode = cells[field.kind];
  return cell(value, context);
};

/** The value of one field of one row. A value that cannot be rendered becomes a dash and does not break the page. */
export const FieldCell = ({ field, row, context }: { field: Field; row: Row; context: CellContext }) => {
  const tag = field.tag?.(row);
  const note = field.note?.(row);
  return (
    <CellBoundary key={row.id}>
      <Value field={field} row={row} context={context} />
      {tag && <Tag>{tag}</Tag>}
      {note && <span className="t3 cut">{note}</span>}
    </CellBoundary>
  );
};

const Value = ({ field, row, context }: { field: Field; row: Row; context: CellContext }) =>
  render(field, row, context);

/** Contains the error of one cell. React reports it once, with the component's name. */
class CellBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render(): ReactNode {
    return this.state.failed ? <span className="t3">–</span> : this.props.children;
  }
}
