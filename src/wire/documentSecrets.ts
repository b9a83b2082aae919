// Notes in place of secrets, and the paths of the secrets. They have their own file, since templates do not need the
// YAML module.

/** The comment after a key in place of its value: a secret on the server, or a new one that will be written. */
export const KEPT_NOTE = '# kept by the server, not shown';
export const RENEWED_NOTE = '# a new one, not shown';
/** In a document that the server does not have yet. */
export const ENTER_NOTE = '# entered in the form, not shown';

/** Secrets in the document of a trusted cluster, which the console never shows (resource-specs §6). */
export const TRUSTED_CLUSTER_SECRETS: readonly (readonly string[])[] = [['spec', 'token']];
