/** The only error a decoder of this room throws: the bytes or the text are not what the contract says. */
export class WireError extends Error {
  override name = 'WireError';
}
