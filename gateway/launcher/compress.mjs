import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|txt|ttf)$/;
/** Below this size a compressed answer is not smaller if its headers are counted. */
const SMALLEST_BYTES = 512;
const BROTLI_BEST = 11;
/** The editor is two thirds of all bytes and loaded on demand: level 11 would take ten times as long for 9 % less. */
const BROTLI_EDITOR = 9;

/**
 * Writes `.br` and `.gz` beside every text file below `directory`. Copies them from an earlier build for files with
 * equal content.
 * @param {string} directory
 * @param {string} earlier
 */
export async function compressFiles(directory, earlier) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compressFile(directory, earlier, file)));
}

/**
 * @param {string} directory
 * @param {string} earlier
 * @param {string} file
 */
async function compressFile(directory, earlier, file) {
  const bytes = readFileSync(join(directory, file));
  if (bytes.length < SMALLEST_BYTES || takeOver(directory, earlier, file, bytes)) return;
  const quality = isEditor(file, bytes) ? BROTLI_EDITOR : BROTLI_BEST;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await writeFile(join(directory, `${file}.gz`), gz);
  await writeFile(join(directory, `${file}.br`), br); // last: its presence shows that both exist
}

/**
 * @param {string} directory
 * @param {string} earlier
 * @param {string} file
 * @param {Buffer} bytes
 */
function takeOver(directory, earlier, file, bytes) {
  const before = join(earlier, file);
  if (!existsSync(`${before}.br`) || !existsSync(before) || !readFileSync(before).equals(bytes)) return false;
  for (const ending of ['.gz', '.br']) renameSync(`${before}${ending}`, join(directory, `${file}${ending}`));
  return true;
}

/**
 * @param {string} file
 * @param {Buffer} bytes
 */
const isEditor = (file, bytes) => /worker-|monaco/i.test(file) || bytes.includes('monaco-editor');
