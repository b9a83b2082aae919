// The emulator joins the text of a sequence one character at a time, up to ten million: each takes 32 bytes. A recording
// without the end of a sequence would fill the memory of the thread that reads it.
import { Terminal } from '../../src/wire/recording/RecordingScan.ts';

type PayloadParser = { put: (codes: Uint32Array, start: number, end: number) => void };
type OscParser = PayloadParser & { start: () => void };
type DcsParser = PayloadParser & { hook: (ident: number, params: unknown) => void };
type Core = { _core: { _inputHandler: { _parser: { _oscParser: OscParser; _dcsParser: DcsParser } } } };

/** Cuts the texts of OSC and DCS sequences after `max` characters, in all emulators of this thread. */
export function limitPayloads(max: number): void {
  const terminal = new Terminal({ allowProposedApi: true });
  const { _oscParser, _dcsParser } = (terminal as unknown as Core)._core._inputHandler._parser;
  const remaining = new WeakMap<object, number>();
  const limit = <P extends PayloadParser>(parser: P): P => {
    const shared = Object.getPrototypeOf(parser) as P;
    const { put } = shared;
    shared.put = function (this: P, codes, start, end) {
      const kept = Math.min(end - start, remaining.get(this) ?? max);
      remaining.set(this, (remaining.get(this) ?? max) - kept);
      if (kept > 0) put.call(this, codes, start, start + kept);
    };
    return shared;
  };
  const [osc, dcs] = [limit(_oscParser), limit(_dcsParser)];
  const [{ start }, { hook }] = [osc, dcs];
  osc.start = function (this: OscParser) {
    remaining.delete(this);
    start.call(this);
  };
  dcs.hook = function (this: DcsParser, ident, params) {
    remaining.delete(this);
    hook.call(this, ident, params);
  };
  terminal.dispose();
}
