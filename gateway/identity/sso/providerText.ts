const TEXT_MAX_CHARS = 300;

/**
 * What a provider says about a failure, for the logs: short, and without what it was sent, which a careless one
 * repeats. `sent`: secrets of the connector and of this sign-in.
 */
export function providerText(text: string, sent: readonly string[] = []): string {
  const readable = sent
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
  return readable.length > TEXT_MAX_CHARS ? `${readable.slice(0, TEXT_MAX_CHARS)}…` : readable;
}
