type Answer = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads a whole answer. If it is longer than `maxBytes`, the rest is not read, and it rejects with the error of
 * `tooLong`.
 */
export async function limitedBytes(answer: Answer, maxBytes: number, tooLong: () => Error): Promise<Buffer> {
  let bytes = Buffer.alloc(0); // a list of pieces of one byte would take hundreds of times their size
  let size = 0;
  for await (const piece of answer) {
    const start = size;
    size += piece.byteLength;
    if (size > maxBytes) throw tooLong();
    if (size > bytes.length) bytes = Buffer.concat([bytes], Math.min(maxBytes, Math.max(size, 2 * bytes.length)));
    bytes.set(piece, start);
  }
  return bytes.subarray(0, size);
}

/** The same as text. */
export const limitedText = async (answer: Answer, maxBytes: number, tooLong: () => Error): Promise<string> =>
  (await limitedBytes(answer, maxBytes, tooLong)).toString('utf8');
