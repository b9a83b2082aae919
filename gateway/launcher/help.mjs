import { envName } from './flags.mjs';

/** @typedef {import('./flags.mjs').Flag} Flag */

/** @param {Flag} flag */
const usage = (flag) => (flag.value ? `--${flag.name} ${flag.value}` : `--${flag.name}`);

/**
 * The text of `--help`.
 * @param {string} command
 * @param {Record<string, Flag>} flags
 */
export function helpText(command, flags) {
  const list = Object.values(flags);
  const width = Math.max(...list.map((flag) => usage(flag).length));
  const lines = list.map(
    (flag) => `  ${usage(flag).padEnd(width)}  ${flag.help}${flag.fallback ? ` (default: ${flag.fallback})` : ''}`,
  );
  return [
    `Usage: ${command} [-- flags]`,
    '',
    ...lines,
    `  ${'--help'.padEnd(width)}  this text`,
    '',
    `Each flag is also an environment variable: --data-dir is ${envName({ name: 'data-dir', kind: 'path', help: '' })}.`,
    list.some((flag) => flag.file)
      ? 'Flags override the environment, and the environment overrides gateway.yaml.'
      : 'Flags override the environment.',
  ].join('\n');
}

/**
 * The flags as a Markdown table, for docs/configuration.md.
 * @param {Record<string, Flag>} flags
 */
export function helpTable(flags) {
  const rows = Object.values(flags).map((flag) => [
    `\`${usage(flag)}\``,
    `\`${envName(flag)}\``,
    flag.file ? `\`${flag.file}\`` : '',
    flag.fallback ?? '',
    flag.help,
  ]);
  const head = ['Flag', 'Environment', 'gateway.yaml', 'Default', 'Meaning'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
