import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { stubLayout } from '../../../../tests/support/resourceHarness.tsx';
import type { QueryRun, ResultSet } from '../session/queryState.ts';
import { ResultsArea } from './ResultsArea.tsx';

beforeEach(() => stubLayout()); // rows are drawn only if they have room

const page = (rows: ResultSet['rows']) => {
  const result: ResultSet = {
    set: 0,
    number: 1,
    columns: [
      { name: 'id', type: 'int4', kind: 'number' },
      { name: 'note', type: 'text', kind: 'text' },
    ],
    rows,
    rowCount: rows.length,
    command: 'SELECT',
    count: undefined,
    hasMore: true,
    isCut: false,
    ms: 1,
  };
  const run: QueryRun = {
    id: 1,
    sql: 'select 1',
    start: 0,
    isExplain: false,
    sets: [result],
    failure: undefined,
    isCancelled: false,
    ms: 1,
    notices: [],
    isCut: false,
  };
  return (
    <ResultsArea
      run={run}
      isRunning={false}
      off={undefined}
      rowLimit={100}
      fileName="rows"
      onMore={() => undefined}
      onCloseSet={() => undefined}
    />
  );
};
const selected = () => screen.getByRole('gridcell', { selected: true }).textContent;
const opened = () => screen.getByLabelText('Value').textContent;

test('the open value and the selected cell stay the same when the order of the rows changes', async () => {
  const rows = [['2', 'two'], ['3', 'three'], ['1', 'one']]; // prettier-ignore
  const { rerender } = render(page(rows));
  await userEvent.dblClick(screen.getByText('two'));
  expect([opened(), selected()]).toEqual(['two', 'two']);
  await userEvent.click(screen.getByRole('button', { name: /^id/ }));
  expect([opened(), selected()]).toEqual(['two', 'two']);
  rerender(page([...rows, ['0', 'zero']]));
  expect([opened(), selected()]).toEqual(['two', 'two']);
  act(() => screen.getByRole('grid').focus());
  await userEvent.keyboard('{ArrowUp}');
  expect([opened(), selected()]).toEqual(['one', 'one']);
});

test('without an open value the selected cell keeps its position', async () => {
  render(page([['2', 'two'], ['1', 'one']])); // prettier-ignore
  await userEvent.click(screen.getByText('two'));
  await userEvent.click(screen.getByRole('button', { name: /^id/ }));
  expect(selected()).toBe('one');
});
