// Plays the recording of an exported page. It runs from a file, without a network: `Terminal` is the emulator, which
// stands before it, `#recording` holds an asciicast, packed, and `#rules` what every emulator of a recording keeps to.
(async () => {
  /** Text that the emulator gets at once; in between a jump may take over. */
  const WRITE_CHARS = 256 * 1024;
  /** @param {string} id */
  const find = (id) => /** @type {HTMLInputElement & HTMLSelectElement} */ (document.getElementById(id));
  /** @param {string} id */
  const textOf = (id) => find(id).textContent?.trim() ?? '';
  const packed = Uint8Array.from(atob(textOf('recording')), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const [first = '', ...rest] = (await new Response(stream).text()).trim().split('\n');
  /** @type {{ width: number, height: number, duration?: number }} */
  const head = JSON.parse(first);
  /** @type {[at: number, kind: string, data: string][]} */
  const events = rest.map((line) => JSON.parse(line));
  /** @typedef {Record<'byRow' | 'byColumn' | 'byText' | 'sliced', string[]> & { textMax: number, sliceMs: number }} SequenceRules */
  /** @type {{ options: object, ignoredOsc: number[], widths: number[], marksMax: number } & SequenceRules} */
  const rules = JSON.parse(textOf('rules'));
  const { widths } = rules;

  /** The index of the last one that holds, of values that first hold and then do not; -1: none.
   * @param {number} count
   * @param {(index: number) => boolean} holds */
  function lastWhere(count, holds) {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** @param {number} code */
  const wcwidth = (code) => {
    const run = lastWhere(widths.length / 2, (index) => (widths[2 * index] ?? 0) <= code);
    return /** @type {0 | 1 | 2} */ (widths[2 * run + 1] ?? 1);
  };
  /** As `charWidths` does it: marks from the fourth bit on, the width, and in the first whether it joins the one before.
   * @param {number} code
   * @param {number} before */
  function charProperties(code, before) {
    const width = wcwidth(code);
    const widthBefore = (before >> 1) & 3;
    const joins = width === 0 && widthBefore > 0;
    return ((joins ? (before >> 3) + 1 : 0) << 3) | ((joins ? widthBefore : width) << 1) | (joins ? 1 : 0);
  }

  /** @type {typeof import('@xterm/xterm').Terminal} */
  const Terminal = Reflect.get(window, 'Terminal');
  const terminal = new Terminal({ ...rules.options, cols: head.width, rows: head.height });
  terminal.unicode.register({ version: 'wcwidth', wcwidth, charProperties });
  terminal.unicode.activeVersion = 'wcwidth';
  for (const ident of rules.ignoredOsc) terminal.parser.registerOscHandler(ident, () => true);

  // As `limitCounts` and `sliceSequences` do it for the other emulators.
  const input = Reflect.get(terminal, '_core')._inputHandler;
  const print = input.print.bind(input);
  input.print = (/** @type {Uint32Array} */ data, /** @type {number} */ start, /** @type {number} */ end) => {
    let marks = input._parser.precedingJoinState >> 3;
    let to = start;
    for (let at = start; at < end; at++) {
      const code = data[at] ?? 0;
      marks = code >= 0x300 && wcwidth(code) === 0 ? marks + 1 : 0;
      if (marks <= rules.marksMax) data[to++] = code;
    }
    print(data, start, to);
  };
  /** @typedef {(first: any, ...rest: unknown[]) => boolean | Promise<boolean>} Handler */
  /** @type {(method: string, wrapper: (run: Handler) => Handler) => void} */
  const wrap = (method, wrapper) => {
    input[method] = wrapper(input[method].bind(input));
  };
  /** @type {(method: string, countMax: () => number) => void} */
  const limit = (method, countMax) =>
    wrap(method, (run) => (sequence) => {
      const max = countMax();
      sequence.params[0] = Math.min(sequence.params[0] ?? 0, max);
      return max === 0 || run(sequence);
    });
  for (const method of rules.byRow) limit(method, () => terminal.rows);
  for (const method of rules.byColumn) limit(method, () => terminal.cols);
  limit('repeatPrecedingCharacter', () => {
    const { active } = terminal.buffer;
    const { baseY, cursorX, cursorY } = active;
    const text = active.getLine(baseY + cursorY)?.translateToString(false, Math.max(0, cursorX - 2), cursorX) ?? '';
    return Math.floor((terminal.cols * terminal.rows) / Math.max(1, text.length - 1));
  });
  for (const method of rules.byText) wrap(method, (run) => (text) => text.length > rules.textMax || run(text));
  let spentMs = 0;
  for (const method of rules.sliced)
    wrap(method, (run) => (...sequence) => {
      const begunMs = performance.now();
      const isHandled = run(...sequence);
      spentMs += performance.now() - begunMs;
      if (spentMs < rules.sliceMs) return isHandled;
      spentMs = 0;
      return Promise.resolve(isHandled);
    });
  terminal.open(find('screen'));

  const duration = Math.max(head.duration || 0, events.at(-1)?.[0] ?? 0);
  const [bar, button, time] = [find('bar'), find('play'), find('time')];
  const [speed, skip] = [find('speed'), find('skip')];
  bar.max = String(duration);
  find('note').textContent = events.find(([, kind]) => kind === 'm')?.[2] ?? '';
  let [painted, now, last, isPlaying, isPainting] = [0, 0, 0, false, false];
  /** @param {number} seconds */
  const clock = (seconds) =>
    [seconds / 3600, (seconds / 60) % 60, seconds % 60]
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join(':');
  /** How many events have come by now. */
  const due = () => lastWhere(events.length, (index) => (events[index]?.[0] ?? 0) <= now) + 1;

  /** Brings the picture to the present moment; one runs at a time, so that nothing waits in the emulator meanwhile. */
  async function paint() {
    if (isPainting) return;
    isPainting = true;
    while (painted !== due()) {
      if (painted > due()) {
        terminal.reset();
        terminal.resize(head.width, head.height);
        painted = 0;
      }
      let text = '';
      for (const until = due(); painted < until && text.length < WRITE_CHARS; painted++) {
        const [, kind, data] = events[painted] ?? [0, '', ''];
        if (kind === 'o') text += data;
        if (kind !== 'r') continue;
        if (text !== '') break; // it is written before the size changes
        const [cols = 80, rows = 25] = data.split('x').map(Number);
        terminal.resize(cols, rows);
      }
      await new Promise((/** @type {(value?: unknown) => void} */ parsed) => terminal.write(text, parsed));
    }
    isPainting = false;
  }
  /** @param {number} to */
  function show(to) {
    now = Math.min(to, duration);
    bar.value = String(now);
    time.textContent = `${clock(now)} / ${clock(duration)}`;
    void paint();
  }
  /** @param {boolean} on */
  function play(on) {
    isPlaying = on;
    button.textContent = on ? 'Pause' : 'Play';
    last = performance.now();
    if (on && now >= duration) show(0);
    if (on) requestAnimationFrame(step);
  }
  /** @param {number} at */
  function step(at) {
    if (!isPlaying) return;
    // The frame may have begun before the press that started it.
    let to = now + (Math.max(0, at - last) / 1000) * Number(speed.value);
    last = Math.max(last, at);
    const coming = events[due()]?.[0] ?? duration;
    if (skip.checked && coming - to > 2) to = coming - 0.5;
    show(to);
    if (now >= duration) play(false);
    else requestAnimationFrame(step);
  }
  button.onclick = () => play(!isPlaying);
  bar.oninput = () => show(Number(bar.value));
  document.onkeydown = (event) => {
    if (event.key !== ' ' || (event.target instanceof Element && event.target.matches('button, input, select'))) return;
    event.preventDefault();
    play(!isPlaying);
  };
  show(0);
  play(true);
})();
