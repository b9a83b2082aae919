/** Where a download goes while it comes. One of `keep` and `discard` is called, once. */
export type FileSink = {
  stream: WritableStream<Uint8Array<ArrayBuffer>>;
  /** After the stream was closed: hands the whole file to the person. */
  keep: () => Promise<void>;
  /** Nothing of it stays. */
  discard: () => Promise<void>;
};

/** Why a download cannot be taken here, in words for a person. */
export class QuotaExceeded extends Error {
  override name = 'QuotaExceeded';
}
