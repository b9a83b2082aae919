const TEXT_MAX_CHARS = 300;

/**
 * A provider's text about a failure, for the logs: short, and without secrets, which a careless provider may echo.
 * `sent`: secrets of the connector and of this sign-in.
 */
export function providerText(text: string, sent: readonly string[] = []): string {
  const readable = sent
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
  return readable.length > TEXT_MAX_CHARS ? `${readable.slice(0, TEXT_MAX_CHARS)}…` : readable;
}
