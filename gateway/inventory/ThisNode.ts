// This machine as a server in its own inventory, with labels that commands print.
import { execFile } from 'node:child_process';
import { WIRE_VERSION } from '../../src/wire/constants.ts';
import type { ThisNode as ThisNodeConfig } from '../config/settings.ts';
import type { InventoryStore } from '../store/inventory.ts';
import type { Entry } from './entry.ts';

/** A command that has not answered by then is ended; its label keeps the result before. */
const COMMAND_TIMEOUT_MS = 10_000;
const OUTPUT_MAX_BYTES = 64 * 1024;
/** Labels are for filters and tables: of more, the beginning has to do. */
const RESULT_MAX_CHARS = 256;

type Log = { warn(details: object, message: string): void };

export class ThisNode {
  #id: string;
  #address: string;
  #inventory: InventoryStore;
  #log: Log;
  #timers: NodeJS.Timeout[] = [];
  #results = new Map<string, string>();
  /** Results of commands of a configuration that has been replaced in the meantime are dropped. */
  #generation = 0;

  /** `address` is where the machine is reached: the gateway's own port, since its shells come through it. */
  constructor(id: string, address: string, inventory: InventoryStore, log: Log) {
    this.#id = id;
    this.#address = address;
    this.#inventory = inventory;
    this.#log = log;
  }

  /** Takes over a configuration; undefined: this machine is not in the inventory. */
  configure(config: ThisNodeConfig | undefined): void {
    this.stop();
    this.#results.clear();
    if (!config) return this.#inventory.replace('self', []);
    this.#publish(config);
    for (const [label, { command, periodMs }] of Object.entries(config.commands)) {
      const generation = this.#generation;
      const run = () => this.#run(label, command, config, generation);
      this.#timers.push(setInterval(run, periodMs).unref());
      run();
    }
  }

  stop(): void {
    this.#generation += 1;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  #run(label: string, [program = '', ...args]: readonly string[], config: ThisNodeConfig, generation: number): void {
    execFile(program, args, { timeout: COMMAND_TIMEOUT_MS, maxBuffer: OUTPUT_MAX_BYTES }, (error, output) => {
      if (generation !== this.#generation) return;
      if (error) this.#log.warn({ label, command: [program, ...args], reason: error.message }, 'label command failed');
      else if (this.#results.get(label) !== result(output)) {
        this.#results.set(label, result(output));
        this.#publish(config);
      }
    });
  }

  #publish({ name, labels, commands }: ThisNodeConfig): void {
    const dynamic = Object.fromEntries(Object.keys(commands).map((label) => [label, this.#results.get(label) ?? '']));
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
            Object.entries(commands).map(([label, { command, periodMs }]) => [
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

const result = (output: string): string => output.trim().slice(0, RESULT_MAX_CHARS);
