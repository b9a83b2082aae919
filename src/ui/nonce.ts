/** The page's style nonce; empty if the server sets no policy (tests). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Libraries that create bare <style> elements (Monaco) do not support the policy. Imported first in main.tsx.
if (styleNonce) {
  /* oxlint-disable typescript/no-deprecated -- binding picks the last overload, which is the deprecated one */
  const create = document.createElement.bind(document);
  document.createElement = (tag: string, options?: ElementCreationOptions) => {
    const element = create(tag, options);
    if (element instanceof HTMLStyleElement) element.nonce = styleNonce;
    return element;
  };
  /* oxlint-enable typescript/no-deprecated */
}
