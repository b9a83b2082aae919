import { at, isObject, textAt, textsAt } from '../../../lib/json.ts';
import { ASSIST_PREFIX, readJson, writeJson } from '../../../lib/storage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

/** How the panel is shown over or beside a page (screens §20.1). */
type PanelMode = 'collapsed' | 'expanded' | 'docked';
const PANEL_MODES: readonly PanelMode[] = ['collapsed', 'expanded', 'docked'];

export type Settings = {
  mode: PanelMode;
  /** The panel shows the list of conversations. */
  showsList: boolean;
  /** Logins to offer first if a server allows them, in this order. */
  preferredLogins: readonly string[];
  /** Assist summarizes the results once a command has ended. */
  summarizes: boolean;
};

const DEFAULTS: Settings = { mode: 'docked', showsList: false, preferredLogins: [], summarizes: true };

const keyOf = (user: string): string => ASSIST_PREFIX + encodeURIComponent(user);

/** Servers cannot store these settings: they belong to this user in this browser. */
export class AssistSettings {
  readonly value: ValueStore<Settings>;
  #storage: Storage;
  #key: string;

  constructor(storage: Storage, user: string) {
    this.#storage = storage;
    this.#key = keyOf(user);
    this.value = new ValueStore(toSettings(readJson(storage, this.#key)));
  }

  change(next: Partial<Settings>): void {
    this.value.set({ ...this.value.get(), ...next });
    writeJson(this.#storage, this.#key, this.value.get());
  }
}

/** Accepts any value, because the storage of a browser can contain anything. */
function toSettings(json: unknown): Settings {
  if (!isObject(json)) return DEFAULTS;
  return {
    mode: PANEL_MODES.find((mode) => mode === textAt(json, 'mode')) ?? DEFAULTS.mode,
    showsList: at(json, 'showsList') === true,
    preferredLogins: textsAt(json, 'preferredLogins').slice(0, 20),
    summarizes: at(json, 'summarizes') !== false,
  };
}
