import headless from '@xterm/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { charWidths, MARKS_MAX } from '../../../wire/terminal/charWidths.ts';
import { htmlPage } from './htmlPage.ts';

type Provider = Parameters<InstanceType<typeof headless.Terminal>['unicode']['register']>[0];

afterEach(() => void vi.unstubAllGlobals());

const cast = (events: readonly (readonly [at: number, kind: string, data: string])[]) =>
  new Blob([{ version: 2, width: 20, height: 4, duration: 10 }, ...events].map((line) => `${JSON.stringify(line)}\n`));
const pageOf = async (recording: Blob) =>
  (await htmlPage(recording, { title: 'root@<node>', about: 'mara, /*STYLE*/' }, new AbortController().signal)).text();

/** Runs the player of the page on an emulator without a screen. */
async function open(events: Parameters<typeof cast>[0]) {
  const html = await pageOf(cast(events));
  const scripts = [...html.matchAll(/<script(?: type="[^"]*" id="(\w+)")?>([^]*?)<\/script>/g)];
  const texts = new Map(scripts.map(([, id, text]) => [id, text]));
  const elements = new Map<string, Record<string, unknown>>();
  const element = (id: string) => {
    const known = elements.get(id) ?? { textContent: texts.get(id), value: id === 'speed' ? '1' : '', checked: false };
    elements.set(id, known);
    return known;
  };
  const made: { terminal: InstanceType<typeof headless.Terminal>; options: unknown; provider?: Provider }[] = [];
  let [queued, mostQueued] = [0, 0];
  class Terminal extends headless.Terminal {
    constructor(options: ConstructorParameters<typeof headless.Terminal>[0]) {
      super(options);
      const entry: (typeof made)[number] = { terminal: this, options };
      made.push(entry);
      const { unicode } = this;
      const register = unicode.register.bind(unicode);
      const write = this.write.bind(this);
      Object.assign(this, {
        open: () => undefined,
        write: (text: string, parsed?: () => void) => {
          mostQueued = Math.max(mostQueued, (queued += text.length));
          write(text, () => {
            queued -= text.length;
            parsed?.();
          });
        },
      });
      Object.defineProperty(this, 'unicode', {
        value: {
          register: (provider: Provider) => {
            entry.provider = provider;
            register(provider);
          },
          set activeVersion(version: string) {
            unicode.activeVersion = version;
          },
        },
      });
    }
  }
  const frames: ((at: number) => void)[] = [];
  vi.stubGlobal('window', { Terminal });
  vi.stubGlobal('document', { getElementById: element });
  vi.stubGlobal('requestAnimationFrame', (run: (at: number) => void) => frames.push(run));
  // oxlint-disable-next-line typescript/no-implied-eval -- the script of the page
  new Function(scripts.at(-1)?.[2] ?? '')();
  const { terminal, options, provider } = await vi.waitFor(
    () => made[0] ?? Promise.reject(new Error('no emulator')),
    20_000,
  );
  const picture = () =>
    Array.from({ length: terminal.rows }, (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true))
      .join('\n')
      .trimEnd();
  const seek = (to: number) => {
    element('bar')['value'] = String(to);
    (element('bar')['oninput'] as () => void)();
  };
  return { terminal, options, provider, frames, picture, seek, element, mostQueued: () => mostQueued };
}
const shows = (page: { picture: () => string }, text: string) =>
  vi.waitFor(() => expect(page.picture()).toBe(text), { timeout: 5000 });

test('the page contains the styles of the emulator, and no template marker is left', async () => {
  const html = await pageOf(cast([]));
  expect(html).toMatch(/<style>[^<]*\.xterm-helper-textarea[^<]*color-scheme: light dark[^<]*<\/style>/);
  expect(html).toContain('<h1>root@&lt;node></h1>');
  expect(html).toContain('<p>mara, /*STYLE*/</p>');
  expect(html.match(/<!--[A-Z]+|\/\*[A-Z]+\*\//g)).toEqual(['/*STYLE*/']); // from the text of the recording
});

test('the emulator follows the rules of all recording players', async () => {
  const page = await open([
    [0, 'o', '\x1b]11;#ffffff\x07\x1b]10;#ffffff\x07\x1b]8;;https://evil.test\x07a\x1b]8;;\x07🎉b'],
  ]);
  await shows(page, 'a🎉b');
  expect(page.options).toMatchObject({ minimumContrastRatio: 4.5, scrollback: 0, disableStdin: true });
  for (const ident of [4, 8, 10, 11, 52]) {
    const before = vi.fn(() => false);
    // Handlers run from the last to the first: this one sees the sequence, and the handler of the page handles it.
    page.terminal.parser.registerOscHandler(ident, before);
    page.terminal.write(`\x1b]${ident};x\x07`);
    await vi.waitFor(() => expect(before).toHaveBeenCalled());
  }
  const cell = page.terminal.buffer.active.getLine(0)?.getCell(0);
  expect((cell as unknown as { extended: { urlId: number } }).extended.urlId).toBe(0);
});

test('characters are as wide as in the player', async () => {
  const { provider } = await open([]);
  let before = 0;
  for (let code = 0; code < 0x110000; code += code < 0x3000 ? 1 : 7) {
    const properties = charWidths.charProperties(code, before);
    if (provider?.charProperties(code, before) !== properties) expect.fail(`U+${code.toString(16)}`);
    before = properties;
  }
});

test('limits the combining marks of a character as the player does', async () => {
  const marks = '\u0301'.repeat(MARKS_MAX);
  const page = await open([[0, 'o', `a${marks.repeat(100)}b`]]);
  await shows(page, `a${marks}b`);
});

test.each(Array.from('LMSTIZ'))('limits a huge count of %s to the effect of a large count', async (final) => {
  const [huge, large] = [
    await open([[0, 'o', `a\x1b[2147483647${final}b`]]),
    await open([[0, 'o', `a\x1b[500${final}b`]]),
  ];
  await vi.waitFor(() => expect(large.picture()).toContain('b'), { timeout: 5000 });
  await shows(huge, large.picture());
});

test('repeats a character at most once per cell of the screen', async () => {
  const page = await open([[0, 'o', 'a\x1b[400000000b']]);
  await shows(page, `${`${'a'.repeat(20)}\n`.repeat(3)}a`);
});

test('the page stays responsive during a flood of sequences that write the whole screen', async () => {
  let turns = 0;
  const page = await open([
    [0, 'r', '300x100'],
    [0, 'o', `a${'\x1b[2J'.repeat(4000)}\x1b[Hend`],
  ]);
  const timer = setInterval(() => turns++, 1);
  page.seek(1);
  await shows(page, 'end');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2); // without slices there are no turns
});

test('seeking back and forth shows the output of that time once, at the recorded size', async () => {
  const page = await open([
    [0, 'o', 'prompt$ '],
    [2, 'o', 'x'.repeat(10)],
    [4, 'r', '30x5'],
    [4, 'o', '\r\nwide'],
    [8, 'o', '\r\nend'],
  ]);
  await shows(page, 'prompt$');
  for (const to of [10, 1, 5, 0.5, 9, 3]) page.seek(to);
  await shows(page, `prompt$ ${'x'.repeat(10)}`);
  expect(page.terminal.cols).toBe(20);
  page.seek(5);
  await shows(page, `prompt$ ${'x'.repeat(10)}\nwide`);
  expect(page.terminal.cols).toBe(30);
  for (let n = 0; n < 20; n++) page.seek(n % 2 ? 9 : 0);
  await shows(page, `prompt$ ${'x'.repeat(10)}\nwide\nend`);
});

test('an animation frame from before a seek does not move the position back', async () => {
  const page = await open([
    [0, 'o', 'one'],
    [5, 'o', ' two'],
  ]);
  await shows(page, 'one');
  page.seek(5);
  page.frames.at(-1)?.(performance.now() - 1000);
  expect(Number(page.element('bar')['value'])).toBeGreaterThanOrEqual(5);
  await shows(page, 'one two');
});

test('writes long output in chunks, because the emulator drops more than 50 MB at once', async () => {
  const clipboard = `\x1b]52;c;${'y'.repeat(2e5)}\x07`;
  const page = await open(Array.from({ length: 10 }, (_, n) => [n / 10, 'o', `${clipboard}\r${n}`] as const));
  page.seek(10);
  await shows(page, '9');
  expect(page.mostQueued()).toBeLessThan(5e5);
});

test('the page reports missing output', async () => {
  const page = await open([
    [0, 'o', 'one'],
    [5, 'm', 'The output from 00:05 on is missing in the recording'],
  ]);
  await shows(page, 'one');
  expect(page.element('note')['textContent']).toBe('The output from 00:05 on is missing in the recording');
});

test('times continue after 24 hours', async () => {
  const page = await open([
    [0, 'o', 'one'],
    [100 * 3600 + 62, 'o', ' later'],
  ]);
  page.seek(30 * 3600);
  expect(page.element('time')['textContent']).toBe('30:00:00 / 100:01:02');
});
