// The encoding Hextile of RFB (RFC 6143 §7.7.4).
import { DesktopError } from '../target.ts';
import type { Framebuffer, Rectangle } from './Framebuffer.ts';
import type { ByteSource } from './SocketSource.ts';
import { toColours } from './colours.ts';

const TILE = 16;
const RAW = 1;
const BACKGROUND = 2;
const FOREGROUND = 4;
const SUBRECTANGLES = 8;
const COLOURED = 16;

export async function decodeHextile(source: ByteSource, screen: Framebuffer, area: Rectangle): Promise<void> {
  let background = 0;
  let foreground = 0;
  for (let top = 0; top < area.height; top += TILE)
    for (let left = 0; left < area.width; left += TILE) {
      const x = area.x + left;
      const y = area.y + top;
      const width = Math.min(TILE, area.width - left);
      const height = Math.min(TILE, area.height - top);
      const mask = (await source.take(1)).readUInt8();
      if (mask & RAW) {
        const colours = toColours(await source.take(width * height * 4), 4);
        for (let row = 0; row < height; row++) screen.setRow(x, y + row, width, colours, row * width);
        continue;
      }
      if (mask & BACKGROUND) background = toColours(await source.take(4), 4)[0] ?? 0;
      if (mask & FOREGROUND) foreground = toColours(await source.take(4), 4)[0] ?? 0;
      screen.fill(x, y, width, height, background);
      if (!(mask & SUBRECTANGLES)) continue;
      const count = (await source.take(1)).readUInt8();
      const isColoured = (mask & COLOURED) !== 0;
      const step = isColoured ? 6 : 2;
      const parts = await source.take(count * step);
      for (let at = 0; at < parts.length; at += step) {
        const colour = isColoured ? parts.readUInt32LE(at) & 0xffffff : foreground;
        const corner = parts[at + step - 2] ?? 0;
        const size = parts[at + step - 1] ?? 0;
        const part = { x: corner >> 4, y: corner & 15, width: (size >> 4) + 1, height: (size & 15) + 1 };
        if (part.x + part.width > width || part.y + part.height > height)
          throw new DesktopError('a rectangle outside of its tile');
        screen.fill(x + part.x, y + part.y, part.width, part.height, colour);
      }
    }
}
