import { describeFailure } from '../../api/errors.ts';
import { rangeOf } from '../../api/rangeCounts.ts';
import { locateResource } from '../../descriptors/resourceName.ts';
import { formatCount } from '../../lib/numbers.ts';
import { openBrowserSink } from '../../ui/browserSink.ts';
import { toasts, type Toast } from '../../ui/toasts.ts';
import { columnsOf } from '../list/columns.ts';
import { requestOf } from '../list/listParams.ts';
import type { ListModel } from '../list/useListModel.ts';
import { countOf, pluralName } from '../resourceMessages.ts';
import { exportAll, type ExportProgress, type RecordFormat } from './exportAll.ts';
import { exportName } from './exportRows.ts';

/**
 * Writes all matching rows of the list into a file, and reports the progress. The export continues while the user
 * visits other pages.
 */
export async function startExport(model: ListModel, format: RecordFormat): Promise<void> {
  const { resource, name, state, list } = model;
  const { bounds, range } = list;
  if (!bounds) return;
  const { span = bounds, columns } = state;
  const request = requestOf(resource, state.filter);
  const filters = rangeOf(resource.wire.list) !== undefined;
  // The server counts the rows that it will send, if its count includes the filter.
  const counted = filters && Object.keys(request).length > 0 ? range?.found : range?.total;
  const stopping = new AbortController();
  const rows = pluralName(resource);
  const toastOf = ({ read, total = counted }: ExportProgress): Toast => {
    const of = counted ?? total;
    return {
      text: `Exporting ${rows}: ${formatCount(read)}${of === undefined ? '' : ` of about ${formatCount(Math.max(read, of))}`} read`,
      progress: { done: read, total: Math.max(1, read, of ?? 0), cancel: () => stopping.abort() },
    };
  };
  const toast = toasts.show(toastOf({ read: 0, written: 0, total: undefined }));
  const fileName = `${exportName(resource, new Date())}.${format}`;
  try {
    const written = await exportAll({
      ...{ resource, span, request, filters, format },
      path: locateResource([resource], name)?.params ?? {},
      columns: columnsOf(resource, columns),
      sink: await openBrowserSink({ name: fileName, sizeBytes: undefined }),
      signal: stopping.signal,
      onProgress: (progress) => toast.update(toastOf(progress)),
    });
    toast.update({ text: `Exported ${countOf(resource, written)} to ${fileName}` });
  } catch (error) {
    const isStopped = stopping.signal.aborted;
    const outcome = isStopped
      ? `Export of ${rows} cancelled.`
      : `Could not export ${rows}: ${describeFailure(error).why}`;
    toast.update({
      text: `${outcome} No file was saved`,
      isWarning: true,
      ...(!isStopped && { action: { label: 'Try again', run: () => void startExport(model, format) } }),
    });
  }
}
