// A program on an X display that paints for a measurement: a small part of the X11 protocol, without libraries.
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

const PIXEL_BYTES = 4;
/** A request holds at most 65 535 words. */
const REQUEST_BYTES_MAX = 65_535 * 4;
const PUT_IMAGE_HEAD = 24;
const BUTTON_PRESS = 4;
const EVENT_BYTES = 32;

/** @param {number} opcode @param {number} detail @param {number[]} words 32 bits each */
function request(opcode, detail, words) {
  const bytes = Buffer.alloc(4 + words.length * 4);
  bytes.writeUInt8(opcode);
  bytes.writeUInt8(detail, 1);
  bytes.writeUInt16LE(words.length + 1, 2);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word >>> 0, 4 + index * 4);
  return bytes;
}
const pair = (/** @type {number} */ low, /** @type {number} */ high) => low + high * 65_536;

/**
 * One window over the whole screen, and a small one in it. The display must accept every client, and have 24 bits of
 * colour.
 * @param {string} display `:99` @param {{ width: number, height: number }} size
 */
export async function openXClient(display, { width, height }) {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const setup = await readSetup(socket);
  const vendorBytes = setup.readUInt16LE(24);
  const root = setup.readUInt32LE(40 + vendorBytes + ((4 - (vendorBytes % 4)) % 4) + 8 * (setup[29] ?? 0));
  const firstId = setup.readUInt32LE(12);
  const [screen, small, context] = [firstId, firstId + 1, firstId + 2];
  /** @param {number} id @param {number} parent @param {number} w @param {number} h @param {number} colour */
  const createWindow = (id, parent, w, h, colour) =>
    // Background colour, and ButtonPress events.
    request(1, 0, [id, parent, 0, pair(w, h), pair(0, 1), 0, 0x802, colour, 0x4]);
  const map = (/** @type {number} */ id) => request(8, 0, [id]);
  const send = async (/** @type {Buffer} */ bytes) => void (socket.write(bytes) || (await once(socket, 'drain')));
  await send(createWindow(screen, root, width, height, 0x20_40_60));
  await send(createWindow(small, screen, 640, 480, 0xe0_e0_e0));
  await send(request(55, 0, [context, screen, 0]));
  await send(map(screen));

  let colour = 0;
  socket.on('data', (data) => {
    for (let at = 0; at + EVENT_BYTES <= data.length; at += EVENT_BYTES)
      if (((data[at] ?? 0) & 0x7f) === BUTTON_PRESS) {
        colour = (colour + 0x3f_17_2b) & 0xff_ff_ff;
        // ChangeGC, PolyFillRectangle.
        socket.write(request(56, 0, [context, 4, colour]));
        socket.write(request(70, 0, [screen, context, pair(0, 0), pair(64, 64)]));
      }
  });

  const rows = Math.floor((REQUEST_BYTES_MAX - PUT_IMAGE_HEAD) / (width * PIXEL_BYTES));
  const noise = randomFillSync(Buffer.alloc(width * (height + 64) * PIXEL_BYTES));
  return {
    /** A window with content moves to there. @param {number} x @param {number} y */
    moveWindow: (x, y) => send(request(12, 0, [small, 3, x, y])),
    async showWindow() {
      await send(map(small));
      const put = (/** @type {number} */ y) => putImage(small, context, 640, y, 64, noise, y * 640 * PIXEL_BYTES);
      for (let y = 0; y < 256; y += 64) await send(put(y));
    },
    hideWindow: () => send(request(10, 0, [small])),
    /** New random colours in each pixel of the screen. */
    async paintNoise() {
      const from = Math.floor(Math.random() * 64 * width) * PIXEL_BYTES;
      for (let y = 0; y < height; y += rows) {
        const count = Math.min(rows, height - y);
        await send(putImage(screen, context, width, y, count, noise, from + y * width * PIXEL_BYTES));
      }
    },
    close: () => socket.destroy(),
  };
}

/** @param {number} drawable @param {number} context @param {number} width @param {number} y @param {number} rows @param {Buffer} pixels @param {number} from */
function putImage(drawable, context, width, y, rows, pixels, from) {
  const bytes = width * rows * PIXEL_BYTES;
  const head = request(72, 2, [drawable, context, pair(width, rows), pair(0, y), pair(0, 24)].slice(0, 5));
  head.writeUInt16LE((PUT_IMAGE_HEAD + bytes) / 4, 2);
  head.writeUInt8(0, 20); // left pad
  head.writeUInt8(24, 21); // depth
  return Buffer.concat([head, pixels.subarray(from, from + bytes)]);
}

/** @param {import('node:net').Socket} socket */
async function readSetup(socket) {
  let bytes = Buffer.alloc(0);
  while (bytes.length < 8 || bytes.length < 8 + bytes.readUInt16LE(6) * 4) {
    const [chunk] = await once(socket, 'data');
    bytes = Buffer.concat([bytes, chunk]);
  }
  if (bytes[0] !== 1) throw new Error('the display refuses the program');
  return bytes;
}
