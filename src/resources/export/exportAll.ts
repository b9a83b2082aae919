import { eachPage } from '../../api/eachPage.ts';
import type { ListRequest } from '../../api/lists.ts';
import type { PathParams } from '../../api/urls.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { Row } from '../../descriptors/row.ts';
import { inSlices } from '../../lib/work.ts';
import type { FileSink } from '../../ui/browserSink.ts';
import { WINDOW_PAGE } from '../../wire/constants.ts';
import type { Column } from '../list/columns.ts';
import type { FilterRequest } from '../list/filter.ts';
import { findHere } from '../list/localMatch.ts';
import type { Span } from '../window/range.ts';
import { csvHead, csvRow } from './exportRows.ts';

export type RecordFormat = 'csv' | 'jsonl';

/** `total`: roughly how many rows there are to read; undefined while unknown. */
export type ExportProgress = { read: number; written: number; total: number | undefined };

type Options = {
  resource: Restricted;
  path: PathParams;
  span: Span;
  /** The filter on the screen. `filters`: the server filters too, so that fewer rows travel. */
  request: FilterRequest;
  filters: boolean;
  format: RecordFormat;
  columns: readonly Column[];
  sink: FileSink;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
};

/** How many rows there will be, if the rest is as dense as the rows so far, newest first. */
function estimate(read: number, oldest: Row | undefined, time: string | undefined, span: Span, nowMs: number) {
  const at = time === undefined ? undefined : oldest?.[time];
  if (!(at instanceof Date)) return undefined;
  const end = Math.min(span.toMs, nowMs);
  const share = (end - at.getTime()) / (end - span.fromMs);
  return share > 0 && share <= 1 ? Math.max(read, Math.round(read / share)) : undefined;
}

/**
 * Writes every matching row of a span into a file, the newest first. Holds two pages in memory. Removes the file if it
 * fails or is cancelled. Returns the number of rows in the file.
 */
export async function exportAll({ resource, sink, signal, onProgress, ...options }: Options): Promise<number> {
  const { path, span, request, filters, format, columns } = options;
  const { exportAll: declared, histogram } = resource.list;
  const asked: ListRequest = {
    ...{ limit: WINDOW_PAGE, from: new Date(span.fromMs), to: new Date(span.toMs - 1) },
    ...(filters && request),
  };
  const lineOf = (row: Row): string =>
    format === 'csv' ? csvRow(resource, columns, row) : `${JSON.stringify(declared?.record(row))}\n`;
  const encoder = new TextEncoder();
  const writer = sink.stream.getWriter();
  let [read, written] = [0, 0];
  const startedMs = Date.now();
  try {
    if (format === 'csv') await writer.write(encoder.encode(csvHead(columns)));
    for await (const rows of eachPage(resource.wire.list, path, asked, signal)) {
      const lines: string[] = [];
      await inSlices(findHere(resource, rows, request), (row) => lines.push(lineOf(row)), signal);
      if (lines.length > 0) await writer.write(encoder.encode(lines.join('')));
      read += rows.length;
      written += lines.length;
      onProgress({ read, written, total: estimate(read, rows.at(-1), histogram?.time, span, startedMs) });
    }
    signal.throwIfAborted();
    await writer.close();
    await sink.commit();
    return written;
  } catch (error) {
    await writer.abort().catch(() => undefined);
    await sink.discard().catch(() => undefined);
    throw signal.aborted ? signal.reason : error;
  }
}
