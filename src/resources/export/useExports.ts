import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { copyWithToast } from '../../ui/copyWithToast.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import { countOf, pluralName } from '../resourceMessages.ts';
import { columnsOf } from '../list/columns.ts';
import type { RecordFormat } from './exportAll.ts';
import type { ExportFormat } from './exportRows.ts';
import type { ListModel } from '../list/useListModel.ts';

/** Menu items that export rows as a file, and names to the clipboard. */
export function useExports(model: ListModel) {
  const { resource, list, selection, state } = model;
  // Including columns that do not fit on the screen.
  const columns = columnsOf(resource, state.columns);
  // Loaded on demand, because most users never export.
  const save = async (format: ExportFormat, rows: readonly Row[]) => {
    const { download, exportName, exportText } = await import('./exportRows.ts');
    download(exportName(resource, new Date()), format, exportText(format, resource, columns, rows));
  };

  const all = async (take: (rows: readonly Row[]) => void) => {
    const rows = await list.loadAll();
    // A part of the list would look like all of it.
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
  const start = async (format: RecordFormat) => (await import('./startExport.ts')).startExport(model, format);
  const everything = (): readonly MenuItem[] => [
    { kind: 'head', label: `Export all ${pluralName(resource)}${model.filters ? ' that match' : ''}` },
    item('csv', 'CSV, chosen columns', () => void start('csv')),
    item('jsonl', 'JSON Lines, as recorded', () => void start('jsonl')),
  ];
  const notYet = list.isWaiting ? 'not loaded yet' : undefined;
  return {
    selectedNames: () => names(selection.rows()),
    ofSelected: () => formats((format) => void save(format, selection.rows())),
    ofAll: (): readonly MenuItem[] =>
      resource.list.exportAll
        ? everything()
        : [
            { kind: 'head', label: `Export ${countOf(resource, list.count)}` },
            ...formats((format) => void all((rows) => void save(format, rows)), notYet),
            { kind: 'line' },
            item('names', 'Copy names', () => void all(copyNames), notYet),
          ],
  };
}
