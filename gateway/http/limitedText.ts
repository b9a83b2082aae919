/**
 * A whole answer as text. Where it is longer than `maxBytes` the rest is not read, and it rejects with what `tooLong`
 * gives.
 */
export async function limitedText(
  answer: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
