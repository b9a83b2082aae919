/**
 * A socket's parameters stand in its address (streams §8.1): many nodes take several sockets. Proxies in between commonly
 * end at 8 KiB, some at 16 KiB for the request line with all headers.
 */
const ADDRESS_AIM_BYTES = 7 * 1024;
const ADDRESS_MAX_BYTES = 14 * 1024;

/**
 * Groups of at most `nodesMax` nodes, each of which fits one address. Undefined where the command alone is too long for
 * any address.
 */
export function batches(
  ids: readonly string[],
  addressBytes: (ids: readonly string[]) => number,
  nodesMax = Infinity,
): readonly (readonly string[])[] | undefined {
  const [first = '', ...others] = ids;
  const alone = addressBytes([first]);
  if (alone > ADDRESS_MAX_BYTES) return undefined;
  const groups: string[][] = [[first]];
  let bytes = alone;
  for (const id of others) {
    const last = groups.at(-1);
    const more = addressBytes([first, id]) - alone;
    if (!last || last.length >= nodesMax || bytes + more > ADDRESS_AIM_BYTES) {
      groups.push([id]);
      bytes = alone;
    } else {
      last.push(id);
      bytes += more;
    }
  }
  return groups;
}
