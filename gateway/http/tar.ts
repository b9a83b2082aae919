// A tar archive of a few small files (POSIX ustar).

type TarFile = { name: string; text: string };

const BLOCK_BYTES = 512;

/** Names are plain ASCII of at most 100 characters. Only the owner can read the files. */
export function tarOf(files: readonly TarFile[], nowMs: number): Buffer {
  const parts = files.flatMap(({ name, text }) => {
    const body = Buffer.from(text);
    const rest = (BLOCK_BYTES - (body.length % BLOCK_BYTES)) % BLOCK_BYTES;
    return [header(name, body.length, nowMs), body, Buffer.alloc(rest)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function header(name: string, size: number, nowMs: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  block.write(name, 0, 100, 'ascii');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(nowMs / 1000), 136, 12);
  block.write('        ', 148, 'ascii'); // the checksum counts its own field as spaces
  block.write('0', 156, 'ascii');
  block.write('ustar\0' + '00', 257, 'ascii');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return block;
}
