import type { ISearchOptions, SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { readColours } from '../../../ui/theme.ts';

export type FindOptions = { isRegExp: boolean; matchesCase: boolean };

/** `at` counts from 1; 0 while none is current or there are more than are marked. */
export type Found = { kind: 'none' } | { kind: 'found'; at: number; count: number } | { kind: 'faulty'; why: string };

/** More matches than this are neither marked nor counted. */
export const MATCHES_MAX = 5000;

/** Looks for text in all that a terminal still has; every match is marked. Its code comes with the first search. */
export class Finder {
  readonly found = new ValueStore<Found>({ kind: 'none' });
  #terminal: Terminal;
  #addon: Promise<SearchAddon> | undefined;
  #lastRules = '';
  #undo: Dispose = () => undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** `forward` is towards what came last. */
  async find(text: string, options: FindOptions, where: 'forward' | 'backward'): Promise<void> {
    const addon = await this.#load();
    const why = text && options.isRegExp ? faultOf(text) : undefined;
    if (!text || why !== undefined) {
      addon.clearDecorations();
      this.found.set(why === undefined ? { kind: 'none' } : { kind: 'faulty', why });
      return;
    }
    const search: ISearchOptions = {
      regex: options.isRegExp,
      caseSensitive: options.matchesCase,
      decorations: this.#colours(),
    };
    // The addon marks anew only when the text is another; the same text by other rules has other matches.
    const rules = `${options.isRegExp} ${options.matchesCase}`;
    if (rules !== this.#lastRules) addon.clearDecorations();
    this.#lastRules = rules;
    if (where === 'forward') addon.findNext(text, search);
    else addon.findPrevious(text, search);
  }

  /** Takes the marks away. */
  async stop(): Promise<void> {
    if (!this.#addon) return;
    (await this.#addon).clearDecorations();
    this.#terminal.clearSelection();
    this.found.set({ kind: 'none' });
  }

  /** The text is gone: the addon would find it in its memory of lines for some seconds more. */
  forget(): void {
    this.dispose();
    void this.#addon?.then((addon) => addon.dispose());
    this.#addon = undefined;
    this.found.set({ kind: 'none' });
  }

  dispose(): void {
    this.#undo();
  }

  #load() {
    return (this.#addon ??= import('@xterm/addon-search').then((module) => {
      const addon = new module.SearchAddon({ highlightLimit: MATCHES_MAX });
      this.#terminal.loadAddon(addon);
      const results = addon.onDidChangeResults(({ resultIndex, resultCount }) =>
        this.found.set({ kind: 'found', at: resultIndex + 1, count: resultCount }),
      );
      this.#undo = () => results.dispose();
      return addon;
    }));
  }

  #colours(): NonNullable<ISearchOptions['decorations']> {
    const host = this.#terminal.element ?? document.body;
    const colours = readColours(['term-selection', 'term-yellow', 'term-cursor'], host);
    const [mark = '', hit = '', edge = ''] = [...colours.values()].map(toHex);
    return {
      matchBackground: mark,
      matchOverviewRuler: hit,
      activeMatchBackground: mark,
      activeMatchBorder: edge,
      activeMatchColorOverviewRuler: edge,
    };
  }
}

/** `rgb(1, 2, 3)` as `#010203`: the addon takes nothing else. */
const toHex = (colour: string): string =>
  `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;

function faultOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
