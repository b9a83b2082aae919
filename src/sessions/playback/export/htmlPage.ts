import { toBase64 } from '../../../lib/encoding.ts';
import { inSlices } from '../../../lib/work.ts';
import { IGNORED_OSC, RECORDING_OPTIONS } from '../../../wire/recording/recordingTerminal.ts';
import { charWidth, MARKS_MAX } from '../../../wire/terminal/charWidths.ts';
import { SEQUENCE_RULES } from '../../../wire/terminal/sequenceCounts.ts';
import page from './offlinePage.html?raw';
import player from './offlinePlayer.js?raw';

/** A multiple of three: the Base64 texts of the pieces can then be joined. */
const PIECE_BYTES = 3 * 128 * 1024;

/** Escapes text for HTML. */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
/** Escapes text for a script element. */
const inScript = (source: string): string =>
  source
    .replace(/\n\/\/# sourceMappingURL=.*$/m, '')
    .replace(/<\/(script)/gi, '<\\/$1')
    .replace(/<!--/g, '<\\!--');

const CODES = 0x110000;
const BLOCK_CODES = 0x400;

/** Widths of all characters as runs: the start of each run and its width. Measuring them takes a second. */
async function widthRuns(signal: AbortSignal): Promise<number[]> {
  const runs: number[] = [];
  const add = (first: number) => {
    for (let code = first; code < first + BLOCK_CODES; code++) {
      const width = charWidth(code);
      if (width !== runs.at(-1)) runs.push(code, width);
    }
  };
  const blocks = Array.from({ length: CODES / BLOCK_CODES }, (_, block) => block * BLOCK_CODES);
  await inSlices(blocks, add, signal);
  return runs;
}

/** Comments that the formatter leaves in place: in HTML, and in styles and scripts. */
const MARKER = /<!--([A-Z]+)-->|\/\*([A-Z]+)\*\//;

/** Throws if a marker has no content or content has no marker: the page would look complete without being so. */
function filled(template: string, contents: Readonly<Record<string, readonly string[]>>): string[] {
  const missing = new Set(Object.keys(contents));
  const parts: string[] = [];
  let rest = template;
  for (let found = MARKER.exec(rest); found; found = MARKER.exec(rest)) {
    const name = found[1] ?? found[2] ?? '';
    const content = contents[name];
    if (!content) throw new Error(`The page has no content for ${name}`);
    missing.delete(name);
    parts.push(rest.slice(0, found.index), ...content);
    rest = rest.slice(found.index + found[0].length);
  }
  if (missing.size > 0) throw new Error(`The page has no place for ${[...missing].join(', ')}`);
  return [...parts, rest];
}

/** One page that plays the asciicast offline. It contains the emulator and no address of another file. */
export async function htmlPage(
  cast: Blob,
  { title, about }: { title: string; about: string },
  signal: AbortSignal,
): Promise<Blob> {
  const [{ default: emulator }, { default: style }] = await Promise.all([
    import('@xterm/xterm/lib/xterm.js?raw'),
    import('@xterm/xterm/css/xterm.css?raw'),
  ]);
  const packed = await new Response(cast.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  const recording: string[] = [];
  for (let at = 0; at < packed.size; at += PIECE_BYTES)
    recording.push(toBase64(new Uint8Array(await packed.slice(at, at + PIECE_BYTES).arrayBuffer())));
  const widths = await widthRuns(signal);
  const rules = { options: RECORDING_OPTIONS, ignoredOsc: IGNORED_OSC, widths, marksMax: MARKS_MAX, ...SEQUENCE_RULES };
  const contents = {
    TITLE: [escaped(title)],
    ABOUT: [escaped(about)],
    STYLE: [style],
    RECORDING: recording,
    RULES: [JSON.stringify(rules)],
    EMULATOR: [inScript(emulator)],
    PLAYER: [inScript(player)],
  };
  return new Blob(filled(page, contents), { type: 'text/html' });
}
