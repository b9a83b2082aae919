type Answer = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads a whole answer. If it is longer than `maxBytes`, the rest is not read, and it rejects with the error of
 * `tooLong`.
 */
export async function limitedBytes(answer: Answer, maxBytes: number, tooLong: () => Error): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The same as text. */
export const limitedText = async (answer: Answer, maxBytes: number, tooLong: () => Error): Promise<string> =>
  (await limitedBytes(answer, maxBytes, tooLong)).toString('utf8');
