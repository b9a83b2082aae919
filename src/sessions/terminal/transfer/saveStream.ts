import type { Download } from '../../../api/transfers.ts';
import type { FileSink } from '../../../ui/browserSink.ts';

type Options = {
  openSink: (download: Pick<Download, 'name' | 'sizeBytes'>) => Promise<FileSink>;
  signal: AbortSignal;
  onProgress: (doneBytes: number) => void;
};

/** Writes a download as it arrives, no faster than the sink accepts. An incomplete file is removed. */
export async function saveStream(download: Download, { openSink, signal, onProgress }: Options): Promise<void> {
  const { body, sizeBytes } = download;
  const sink = await openSink(download).catch(async (error: unknown) => {
    await body.cancel().catch(() => undefined);
    throw error;
  });
  let doneBytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      doneBytes += piece.length;
      onProgress(doneBytes);
      controller.enqueue(piece);
    },
  });
  try {
    await body.pipeThrough(counter, { signal }).pipeTo(sink.stream, { signal });
    if (sizeBytes !== undefined && doneBytes !== sizeBytes)
      throw new Error(`the server announced ${sizeBytes} bytes and sent ${doneBytes}`);
    signal.throwIfAborted();
    await sink.commit();
  } catch (error) {
    await sink.discard().catch(() => undefined);
    throw signal.aborted ? signal.reason : error;
  }
}
