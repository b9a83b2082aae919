// Words in place of what nobody is shown, and where it stands. They stand apart: templates need no reader of YAML.

/** What stands behind the key in place of a value: the server's own, or one that will be written. */
export const KEPT_NOTE = '# kept by the server, not shown';
export const RENEWED_NOTE = '# a new one, not shown';
/** In a document that the server does not have yet. */
export const ENTER_NOTE = '# entered in the form, not shown';

/** What the document of a trusted cluster holds that nobody is shown (resource-specs §6). */
export const TRUSTED_CLUSTER_SECRETS: readonly (readonly string[])[] = [['spec', 'token']];
