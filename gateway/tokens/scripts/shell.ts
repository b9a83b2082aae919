/** A word of a shell script that means itself, whatever it holds. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What is served in the place of every script that cannot be made (http-resources §12.2). */
export const FAILING_SCRIPT = `
#!/bin/sh
echo -e "An error has occurred. \\nThe token may be expired or invalid. \\nPlease check log for further details."
exit 1
`;
