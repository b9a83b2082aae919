import { lines, type AuditLines } from './template.ts';

/** SFTP operations by number: past and plain form of the verb, and the labels for success and failure. */
const OPERATIONS: readonly (readonly [number: string, did: string, does: string, done: string, failed: string])[] = [
  ['001', 'opened', 'open', 'File opened', 'File not opened'],
  ['002', 'closed', 'close', 'File closed', 'File not closed'],
  ['003', 'read', 'read', 'File read', 'File not read'],
  ['004', 'wrote', 'write', 'File written', 'File not written'],
  [
    '005',
    'read the attributes of the link',
    'read the attributes of the link',
    'Link attributes read',
    'Link attributes not read',
  ],
  [
    '006',
    'read the attributes of the open file',
    'read the attributes of the open file',
    'File attributes read',
    'File attributes not read',
  ],
  ['007', 'set the attributes of', 'set the attributes of', 'Attributes set', 'Attributes not set'],
  [
    '008',
    'set the attributes of the open file',
    'set the attributes of the open file',
    'File attributes set',
    'File attributes not set',
  ],
  ['009', 'opened the directory', 'open the directory', 'Directory opened', 'Directory not opened'],
  ['010', 'listed the directory', 'list the directory', 'Directory listed', 'Directory not listed'],
  ['011', 'removed', 'remove', 'File removed', 'File not removed'],
  ['012', 'created the directory', 'create the directory', 'Directory created', 'Directory not created'],
  ['013', 'removed the directory', 'remove the directory', 'Directory removed', 'Directory not removed'],
  ['014', 'resolved the path', 'resolve the path', 'Path resolved', 'Path not resolved'],
  ['015', 'read the attributes of', 'read the attributes of', 'Attributes read', 'Attributes not read'],
  ['016', 'renamed', 'rename', 'File renamed', 'File not renamed'],
  ['017', 'read the link', 'read the link', 'Link read', 'Link not read'],
  ['018', 'created a link of', 'create a link of', 'Link created', 'Link not created'],
  ['019', 'created a hard link of', 'create a hard link of', 'Hard link created', 'Hard link not created'],
];

const operations = OPERATIONS.flatMap(([number, did, does, done, failed]): [string, readonly [string, string]][] => [
  [`TS${number}I`, [done, `{user} ${did} {path}[ as {target_path}] on {host}`]],
  [`TS${number}E`, [failed, `{user} could not ${does} {path}[ as {target_path}] on {host}[: {error}]`]],
]);

/** Files transferred through SCP and SFTP. */
export const fileLines: AuditLines = lines({
  ...Object.fromEntries(operations),
  T3004I: ['File downloaded', '{user} downloaded {path} from {host}'],
  T3004E: ['Download failed', '{user} could not download [{path} ]from {host}[: {exitError}]'],
  T3005I: ['File uploaded', '{user} uploaded {path} to {host}'],
  T3005E: ['Upload failed', '{user} could not upload [{path} ]to {host}[: {exitError}]'],
  T3010E: ['Transfer blocked', '{user} was blocked from copying files on {host}'],
  TS020E: ['SFTP blocked', '{user} was blocked from opening SFTP on {host}'],
  TS021I: ['Transfer finished', '{user} finished copying files on {server_hostname}'],
});
