// Plays the recording of an exported page. It runs from a file, without a network: `Terminal` is the emulator, which
// stands before it, and `#recording` holds an asciicast, packed.
(async () => {
  /** @param {string} id */
  const find = (id) => /** @type {HTMLInputElement & HTMLSelectElement} */ (document.getElementById(id));
  const packed = Uint8Array.from(atob(find('recording').textContent?.trim() ?? ''), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const [first = '', ...rest] = (await new Response(stream).text()).trim().split('\n');
  /** @type {{ width: number, height: number, duration?: number }} */
  const head = JSON.parse(first);
  /** @type {[at: number, kind: string, data: string][]} */
  const events = rest.map((line) => JSON.parse(line));
  /** @type {typeof import('@xterm/xterm').Terminal} */
  const Terminal = Reflect.get(window, 'Terminal');
  const terminal = new Terminal({ cols: head.width, rows: head.height, scrollback: 0, disableStdin: true });
  terminal.open(find('screen'));
  const duration = Math.max(head.duration || 0, events.at(-1)?.[0] ?? 0);
  const [bar, button, time] = [find('bar'), find('play'), find('time')];
  const [speed, skip] = [find('speed'), find('skip')];
  bar.max = String(duration);
  let [next, now, last, isPlaying] = [0, 0, 0, false];
  /** @param {number} seconds */
  const clock = (seconds) => new Date(Math.floor(seconds) * 1000).toISOString().slice(11, 19);

  /** @param {number} to */
  function show(to) {
    if (to < now) {
      terminal.reset();
      terminal.resize(head.width, head.height);
      next = 0;
    }
    now = Math.min(to, duration);
    for (let event = events[next]; event && event[0] <= now; event = events[++next]) {
      const [, kind, data] = event;
      const [cols = 80, rows = 25] = data.split('x').map(Number);
      if (kind === 'o') terminal.write(data);
      else if (kind === 'r') terminal.resize(cols, rows);
    }
    bar.value = String(now);
    time.textContent = `${clock(now)} / ${clock(duration)}`;
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
    let to = now + ((at - last) / 1000) * Number(speed.value);
    last = at;
    const coming = events[next]?.[0] ?? duration;
    if (skip.checked && coming - to > 2) to = coming - 0.5;
    show(to);
    if (now >= duration) play(false);
    else requestAnimationFrame(step);
  }
  button.onclick = () => play(!isPlaying);
  bar.oninput = () => show(Number(bar.value));
  document.onkeydown = (event) => {
    if (event.key !== ' ' || event.target !== document.body) return;
    event.preventDefault();
    play(!isPlaying);
  };
  show(0);
  play(true);
})();
