import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { tokenizeYaml, YAML_START, type YamlState } from '../../review/yamlTokens.ts';

export const YAML = 'yaml';

/** Monaco keeps one state at the end of each line and compares them to know when the lines below are unchanged. */
class LineState implements Monaco.languages.IState {
  readonly yaml: YamlState;

  constructor(yaml: YamlState) {
    this.yaml = yaml;
  }

  clone(): this {
    return this;
  }

  equals(other: Monaco.languages.IState): boolean {
    if (!(other instanceof LineState)) return false;
    const { depth, quote, block } = other.yaml;
    return depth === this.yaml.depth && quote === this.yaml.quote && block === this.yaml.block;
  }
}

const tokens: Monaco.languages.TokensProvider = {
  getInitialState: () => new LineState(YAML_START),
  tokenize(line, state) {
    const split = tokenizeYaml(line, state instanceof LineState ? state.yaml : YAML_START);
    return {
      tokens: split.tokens.map(({ start, kind }) => ({ startIndex: start, scopes: kind })),
      endState: new LineState(split.state),
    };
  },
};

const configuration: Monaco.languages.LanguageConfiguration = {
  comments: { lineComment: '#' },
  brackets: [
    ['{', '}'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '"', close: '"', notIn: ['string'] },
    { open: "'", close: "'", notIn: ['string'] },
  ],
  // Double click and completion treat a name, a path or a template as one word.
  wordPattern: /[^\s,:[\]{}"'#|>&*!%@`]+/,
  indentationRules: { increaseIndentPattern: /^\s*(?:-\s+)*[^\s#][^#]*:\s*$/, decreaseIndentPattern: /^$a/ },
  onEnterRules: [],
};

/**
 * Colours and keys for YAML. The tokens are the same as in the review, so that colours do not change between the two.
 */
export function registerYaml(monaco: typeof Monaco): void {
  monaco.languages.register({ id: YAML, extensions: ['.yaml', '.yml'], aliases: ['YAML'] });
  monaco.languages.setTokensProvider(YAML, tokens);
  monaco.languages.setLanguageConfiguration(YAML, configuration);
}
