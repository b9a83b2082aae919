import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { copyWithToast } from '../../ui/copyWithToast.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import { countOf } from '../resourceMessages.ts';
import { columnsOf } from '../list/columns.ts';
import { download, exportName, exportText, type ExportFormat } from './exportRows.ts';
import type { ListModel } from '../list/useListModel.ts';

/** Menu items that hand rows out as a file, and names to the clipboard. */
export function useExports({ resource, list, selection, state }: ListModel) {
  // Those too for which there is no room on the screen.
  const columns = columnsOf(resource, state.columns);
  const save = (format: ExportFormat, rows: readonly Row[]) =>
    download(exportName(resource, new Date()), format, exportText(format, resource, columns, rows));

  const all = async (take: (rows: readonly Row[]) => void) => {
    const rows = await list.loadAll();
    // Part of the list would pass for all of it.
    if (rows) take(rows);
  };
  const names = (rows: readonly Row[]): string => rows.map((row) => rowTitle(resource, row)).join('\n');
  const copyNames = (rows: readonly Row[]) =>
    void copyWithToast(names(rows), `Names of ${countOf(resource, rows.length)}`);
  const item = (id: string, label: string, run: () => void, off?: string): MenuItem => ({
    kind: 'item',
    id,
    label,
    off,
    run,
  });
  const formats = (write: (format: ExportFormat) => void, off?: string): readonly MenuItem[] => [
    item('csv', 'CSV, chosen columns', () => write('csv'), off),
    item('json', 'JSON, whole rows', () => write('json'), off),
    ...(resource.yaml ? [item('yaml', 'YAML, the documents in one file', () => write('yaml'), off)] : []),
  ];
  const notYet = list.isWaiting ? 'not loaded yet' : undefined;
  return {
    selectedNames: () => names(selection.rows()),
    ofSelected: () => formats((format) => save(format, selection.rows())),
    ofAll: (): readonly MenuItem[] => [
      { kind: 'head', label: `Export ${countOf(resource, list.count)}` },
      ...formats((format) => void all((rows) => save(format, rows)), notYet),
      { kind: 'line' },
      item('names', 'Copy names', () => void all(copyNames), notYet),
    ],
  };
}
