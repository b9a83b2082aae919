/**
 * The name of a download: the server writes it escaped as a query is (http-resources §16). undefined where the header
 * names none. Never with a slash: it becomes a file of the person's own machine.
 */
export function attachmentName(disposition: string | null): string | undefined {
  const escaped = /filename="([^"]*)"/.exec(disposition ?? '')?.[1];
  if (!escaped) return undefined;
  return decoded(escaped).split(/[/\\]/).at(-1) || undefined;
}

function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replaceAll('+', ' '));
  } catch {
    return escaped;
  }
}
