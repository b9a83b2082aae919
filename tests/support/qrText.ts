// Reads an undistorted QR code off a page, as the camera of an authenticator would (ISO/IEC 18004, levels L and M).
import type { Locator } from 'playwright-core';

/** Data code words of each block, versions 1 to 12. */
const BLOCKS = {
  L: [
    [19],
    [34],
    [55],
    [80],
    [108],
    [68, 68],
    [78, 78],
    [97, 97],
    [116, 116],
    [68, 68, 69, 69],
    [81, 81, 81, 81],
    [92, 92, 93, 93],
  ],
  M: [
    [16],
    [28],
    [44],
    [32, 32],
    [43, 43],
    [27, 27, 27, 27],
    [31, 31, 31, 31],
    [38, 38, 39, 39],
    [36, 36, 36, 37, 37],
    [43, 43, 43, 43, 44],
    [50, 51, 51, 51, 51],
    [36, 36, 36, 36, 36, 36, 37, 37],
  ],
};
/** Rows and columns of the alignment marks' centres, versions 1 to 12. */
const MARKS = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
];
const MASKS: readonly ((row: number, column: number) => number)[] = [
  (r, c) => (r + c) % 2,
  (r) => r % 2,
  (_, c) => c % 3,
  (r, c) => (r + c) % 3,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** What the picture says. Rejects for anything but a clean code of versions 1 to 12. */
export async function qrText(picture: Locator): Promise<string> {
  return readMatrix(toMatrix(await darkRows(picture)));
}

/** One string of 0 and 1 per row of pixels. */
const darkRows = (picture: Locator): Promise<string[]> =>
  picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const brush = new OffscreenCanvas(width, height).getContext('2d');
    if (!brush) throw new Error('no canvas');
    brush.drawImage(image, 0, 0);
    const { data } = brush.getImageData(0, 0, width, height);
    return Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => ((data[(y * width + x) * 4] ?? 255) < 128 ? '1' : '0')).join(''),
    );
  });

/** Cuts off the quiet zone and takes the middle of each module. */
function toMatrix(rows: readonly string[]): boolean[][] {
  const top = rows.findIndex((row) => row.includes('1'));
  const first = rows[top] ?? '';
  const left = first.indexOf('1');
  const width = first.lastIndexOf('1') - left + 1;
  const unit = (first.indexOf('0', left) - left) / 7; // the finder's edge
  const middle = (i: number) => Math.floor((i + 0.5) * unit);
  const size = Math.round(width / unit);
  return Array.from({ length: size }, (_, r) =>
    Array.from({ length: size }, (_, c) => rows[top + middle(r)]?.[left + middle(c)] === '1'),
  );
}

function readMatrix(matrix: readonly (readonly boolean[])[]): string {
  const size = matrix.length;
  const version = (size - 17) / 4;
  const bit = (r: number, c: number): number => (matrix[r]?.[c] ? 1 : 0);
  const format = [0, 1, 2, 3, 4].reduce((value, c) => value * 2 + bit(8, c), 0) ^ 0b10101;
  const level = ({ 1: 'L', 0: 'M' } as const)[format >> 3];
  const mask = MASKS[format & 7];
  const marks = MARKS[version - 1];
  const sizes = level && BLOCKS[level][version - 1];
  if (!sizes || !marks || !mask) throw new Error(`a QR code of ${size} modules with format ${format} cannot be read`);

  const isMark = (r: number, c: number): boolean =>
    marks.some((a) =>
      marks.some((b) => {
        const last = marks.at(-1);
        const onFinder = (a === 6 && b === 6) || (a === 6 && b === last) || (a === last && b === 6);
        return !onFinder && Math.abs(r - a) < 3 && Math.abs(c - b) < 3;
      }),
    );
  const isFixed = (r: number, c: number): boolean =>
    r === 6 ||
    c === 6 ||
    (r < 9 && (c < 9 || c >= size - 8)) ||
    (r >= size - 8 && c < 9) ||
    (version >= 7 && ((r < 6 && c >= size - 11) || (c < 6 && r >= size - 11))) ||
    isMark(r, c);

  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i += 1) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1]) if (!isFixed(r, c)) bits.push(bit(r, c) ^ (mask(r, c) === 0 ? 1 : 0));
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => bits.slice(i * 8, i * 8 + 8));
  const blocks: number[][][] = sizes.map(() => []);
  for (let i = 0, next = 0; i < Math.max(...sizes); i += 1) {
    sizes.forEach((length, b) => {
      const word = i < length ? words[next++] : undefined;
      if (word) blocks[b]?.push(word);
    });
  }
  return readSegments(blocks.flat(2), version);
}

function readSegments(bits: readonly number[], version: number): string {
  let at = 0;
  const take = (count: number): number => {
    let value = 0;
    for (const end = at + count; at < end; at += 1) value = value * 2 + (bits[at] ?? 0);
    return value;
  };
  const isLarge = version >= 10;
  let text = '';
  while (bits.length - at >= 4) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 1) {
      for (let left = take(isLarge ? 12 : 10); left > 0; left -= 3) {
        const digits = Math.min(3, left);
        text += String(take([0, 4, 7, 10][digits] ?? 0)).padStart(digits, '0');
      }
    } else if (mode === 2) {
      for (let left = take(isLarge ? 11 : 9); left > 0; left -= 2) {
        const value = take(left > 1 ? 11 : 6);
        text += (left > 1 ? (ALPHANUMERIC[Math.floor(value / 45)] ?? '') : '') + (ALPHANUMERIC[value % 45] ?? '');
      }
    } else if (mode === 4) {
      for (let left = take(isLarge ? 16 : 8); left > 0; left -= 1) text += String.fromCharCode(take(8));
    } else {
      throw new Error(`a QR code of mode ${mode} cannot be read`);
    }
  }
  return text;
}
