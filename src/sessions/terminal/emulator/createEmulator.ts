import { Emulator, type PaintFaster } from './Emulator.ts';
import { charWidthPx, fontInTime, loadTerminalFont, terminalFont } from './font.ts';
import { rendererKind, webglSpacing } from './renderer.ts';

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
