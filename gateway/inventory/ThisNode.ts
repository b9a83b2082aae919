// This machine as a server in its own inventory, with labels from commands.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorMessage } from '../../src/lib/errorMessage.ts';
import { WIRE_VERSION } from '../../src/wire/constants.ts';
import type { ThisNode as ThisNodeConfig } from '../config/settings.ts';
import type { InventoryStore } from '../store/inventory.ts';
import type { Entry } from './entry.ts';

/** A command without an answer in this time is killed. Its label keeps the previous result. */
const COMMAND_TIMEOUT_MS = 10_000;
const OUTPUT_MAX_BYTES = 64 * 1024;
/** SIGKILL: a start waits for the first run of every command. */
const LIMITS = { timeout: COMMAND_TIMEOUT_MS, maxBuffer: OUTPUT_MAX_BYTES, killSignal: 'SIGKILL' } as const;
/** Longer results are cut: labels are for filters and tables. */
const RESULT_MAX_CHARS = 256;

const execute = promisify(execFile);

type Log = { warn(details: object, message: string): void };

export class ThisNode {
  #id: string;
  #address: string;
  #inventory: InventoryStore;
  #log: Log;
  #timers: NodeJS.Timeout[] = [];
  #results = new Map<string, string>();
  #isListed = false;
  /** Results of commands of a replaced configuration are dropped. */
  #generation = 0;

  /** `address` is the gateway's own port, because shells on this machine use the gateway. */
  constructor(id: string, address: string, inventory: InventoryStore, log: Log) {
    this.#id = id;
    this.#address = address;
    this.#inventory = inventory;
    this.#log = log;
  }

  /**
   * Applies a configuration. undefined: this machine is not in the inventory. It is added when every command has run
   * once, because roles check the labels. Then the promise resolves. An existing entry stays, and a label keeps its
   * value until its command has answered.
   */
  configure(config: ThisNodeConfig | undefined): Promise<void> {
    this.stop();
    const before = this.#inventory.find('node', this.#id)?.labels;
    if (before) this.#results = new Map(Object.entries(before));
    if (!config || !this.#isListed) this.#inventory.replace('self', []);
    if (!config) {
      this.#isListed = false;
      this.#results.clear();
      return Promise.resolve();
    }
    const generation = this.#generation;
    const runs = Object.entries(config.commands).map(([label, { command, periodMs }]) => {
      let running: Promise<void> | undefined;
      const run = () => (running ??= this.#run(label, command, config).finally(() => (running = undefined)));
      this.#timers.push(setInterval(() => void run(), periodMs).unref());
      return run();
    });
    if (this.#isListed || runs.length === 0) this.#publish(config);
    return Promise.all(runs).then(() => {
      if (generation === this.#generation && !this.#isListed) this.#publish(config);
    });
  }

  stop(): void {
    this.#generation += 1;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  async #run(label: string, [program = '', ...args]: readonly string[], config: ThisNodeConfig): Promise<void> {
    const generation = this.#generation;
    const before = this.#results.get(label);
    const output = await execute(program, args, LIMITS).then(
      ({ stdout }) => stdout.trim().slice(0, RESULT_MAX_CHARS),
      (error: unknown) => {
        const details = { label, command: [program, ...args], reason: errorMessage(error) };
        if (generation === this.#generation) this.#log.warn(details, 'label command failed');
        return before ?? '';
      },
    );
    if (generation !== this.#generation || output === before) return;
    this.#results.set(label, output);
    if (this.#isListed) this.#publish(config);
  }

  #publish({ name, labels, commands }: ThisNodeConfig): void {
    this.#isListed = true;
    const answered = Object.entries(commands).filter(([label]) => this.#results.has(label));
    const dynamic = Object.fromEntries(answered.map(([label]) => [label, this.#results.get(label) ?? '']));
    const entry: Entry = {
      kind: 'node',
      key: this.#id,
      origin: 'self',
      document: {
        kind: 'node',
        version: 'v2',
        metadata: { name: this.#id, labels },
        spec: {
          addr: this.#address,
          hostname: name,
          version: WIRE_VERSION,
          cmd_labels: Object.fromEntries(
            answered.map(([label, { command, periodMs }]) => [
              label,
              { command, period: `${periodMs / 1000}s`, result: dynamic[label] },
            ]),
          ),
        },
      },
      connect: { via: 'default' },
      labels: { ...labels, ...dynamic },
    };
    this.#inventory.replace('self', [entry]);
  }
}
