import { STORAGE, writeText } from '../../../lib/storage.ts';
import { Emulator, type PaintFaster } from './Emulator.ts';
import { charWidthPx, fontInTime, loadTerminalFont, terminalFont } from './font.ts';

/**
 * Creates the emulator with its prerequisites: the font, which it needs to measure, and the faster renderer if
 * available.
 */
export async function createEmulator(scrollbackLines: number): Promise<Emulator> {
  const [paintFaster, arrival] = await Promise.all([
    localStorage.getItem(STORAGE.renderer) === 'webgl' ? loadPainter() : undefined,
    fontInTime(),
  ]);
  const emulator = new Emulator({ scrollbackLines, paintFaster });
  noteRenderer();
  if (arrival === 'late') void loadTerminalFont().then(() => emulator.remeasure());
  return emulator;
}

/** Without the addon or a WebGL context, and after the context is lost, the DOM renderer draws. */
async function loadPainter(): Promise<PaintFaster | undefined> {
  const addon = await import('@xterm/addon-webgl').catch(() => undefined);
  if (!addon) return undefined;
  return (terminal, regrid) => {
    const painter = new addon.WebglAddon();
    painter.onContextLoss(() => {
      painter.dispose();
      terminal.options.letterSpacing = 0;
      regrid();
    });
    try {
      terminal.loadAddon(painter);
      terminal.options.letterSpacing = webglSpacing(charWidthPx(terminalFont()), window.devicePixelRatio);
    } catch {
      painter.dispose();
    }
  };
}

/** Names of the common software rasterizers. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** By then the first shell has its prompt. */
const AFTER_PROMPT_MS = 3000;

let isNoted = false;

/**
 * Chooses the renderer of later terminals, once per page. WebGL is only faster with a graphics processor: on the CPU it
 * is slower than the DOM renderer. The check needs a context, which takes longer than a prompt should wait, and a
 * change of the renderer would change the size of a shell that has started.
 */
function noteRenderer(): void {
  if (isNoted) return;
  isNoted = true;
  setTimeout(() => writeText(localStorage, STORAGE.renderer, hasHardwareGl() ? 'webgl' : 'dom'), AFTER_PROMPT_MS);
}

function hasHardwareGl(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && !SOFTWARE.test(name);
}

/**
 * The WebGL renderer truncates the character width to whole device pixels, which would narrow the text. This letter
 * spacing in device pixels brings the width closest to its true value.
 */
function webglSpacing(charWidthPx: number, pixelRatio: number): number {
  const devicePx = charWidthPx * pixelRatio;
  return Math.round(devicePx) - Math.floor(devicePx);
}
