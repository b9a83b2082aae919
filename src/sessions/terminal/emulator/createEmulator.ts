import { Emulator, type PaintFaster } from './Emulator.ts';
import { charWidthPx, fontInTime, loadTerminalFont, terminalFont } from './font.ts';

/** The emulator with what it needs first: the font, without which it cannot measure, and the faster painter where there is one. */
export async function createEmulator(scrollbackLines: number): Promise<Emulator> {
  const [paintFaster, arrival] = await Promise.all([
    rendererKind() === 'webgl' ? loadPainter() : undefined,
    fontInTime(),
  ]);
  const emulator = new Emulator({ scrollbackLines, paintFaster });
  if (arrival === 'late') void loadTerminalFont().then(() => emulator.remeasure());
  return emulator;
}

/** Without the addon, without a context for it, and once the context is lost, plain elements paint. */
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

type RendererKind = 'webgl' | 'dom';

/** Names under which the common software rasterisers go. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let known: RendererKind | undefined;

/**
 * WebGL paints faster only where a graphics processor does it; on the main processor it is slower than plain elements.
 * Asked once: the answer costs a context.
 */
function rendererKind(): RendererKind {
  known ??= hasHardwareGl() ? 'webgl' : 'dom';
  return known;
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
 * The WebGL renderer cuts a character's width to whole device pixels, which would narrow the text; this many device
 * pixels between characters bring it nearest to its true width.
 */
function webglSpacing(charWidthPx: number, pixelRatio: number): number {
  const devicePx = charWidthPx * pixelRatio;
  return Math.round(devicePx) - Math.floor(devicePx);
}
