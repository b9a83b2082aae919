import type { IBuffer } from '@xterm/xterm';

/** All that stands in a buffer, with lines that were only wrapped joined again, without the empty rows at its end. */
export function bufferText(buffer: Pick<IBuffer, 'length' | 'getLine'>): string {
  const lines: string[] = [];
  for (let y = 0; y < buffer.length; y++) {
    const line = buffer.getLine(y);
    const isWrapped = buffer.getLine(y + 1)?.isWrapped === true;
    // A row that goes on in the next keeps its blanks: they are part of the line.
    const text = line?.translateToString(!isWrapped) ?? '';
    lines.push(line?.isWrapped ? (lines.pop() ?? '') + text : text);
  }
  return lines.join('\n').replace(/\n+$/, '') + '\n';
}
