import { toBase64 } from '../../../lib/encoding.ts';
import page from './offlinePage.html?raw';
import player from './offlinePlayer.js?raw';

/** A multiple of three: the texts of the pieces put together are the text of the whole. */
const PIECE_BYTES = 3 * 128 * 1024;

/** In a text between tags. */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
/** In a script between tags. */
const inScript = (source: string): string =>
  source
    .replace(/\n\/\/# sourceMappingURL=.*$/m, '')
    .replace(/<\/(script)/gi, '<\\/$1')
    .replace(/<!--/g, '<\\!--');

/** One page that plays the asciicast offline: with the emulator, and without any address of another file. */
export async function htmlPage(cast: Blob, { title, about }: { title: string; about: string }): Promise<Blob> {
  const [{ default: emulator }, { default: style }] = await Promise.all([
    import('@xterm/xterm/lib/xterm.js?raw'),
    import('@xterm/xterm/css/xterm.css?raw'),
  ]);
  const packed = await new Response(cast.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  const recording: string[] = [];
  for (let at = 0; at < packed.size; at += PIECE_BYTES)
    recording.push(toBase64(new Uint8Array(await packed.slice(at, at + PIECE_BYTES).arrayBuffer())));
  const fill: Readonly<Record<string, readonly string[]>> = {
    TITLE: [escaped(title)],
    ABOUT: [escaped(about)],
    STYLE: [style],
    RECORDING: recording,
    EMULATOR: [inScript(emulator)],
    PLAYER: [inScript(player)],
  };
  const parts = page.split(/<!--([A-Z]+)-->/).flatMap((part, index) => (index % 2 ? (fill[part] ?? []) : [part]));
  return new Blob(parts, { type: 'text/html' });
}
