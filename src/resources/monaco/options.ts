import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js';

const FONT = "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace";

/** For every text of the page, under the name that Monaco reads where it makes or changes a text. */
const OF_ALL_TEXTS = { 'bracketPairColorization.enabled': false };

type Look = { label: string; isPhone: boolean; readOnly: boolean };

/** The options for our design. Everything that moves, guesses or decorates automatically is off. */
export const optionsFor = ({ label, isPhone, readOnly }: Look): monaco.editor.IStandaloneEditorConstructionOptions => ({
  ariaLabel: `${label}. Ctrl M makes Tab leave the editor.`,
  accessibilitySupport: 'auto',
  readOnly,
  readOnlyMessage: { value: 'Your roles do not allow changes to this document' },
  fontFamily: FONT,
  fontSize: isPhone ? 13 : 12.5,
  lineHeight: isPhone ? 22 : 20,
  fontLigatures: false,
  lineNumbersMinChars: isPhone ? 3 : 5,
  lineDecorationsWidth: 14,
  glyphMargin: false,
  folding: false,
  minimap: { enabled: false },
  padding: { top: 8, bottom: 8 },
  scrollBeyondLastLine: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  renderLineHighlight: 'all',
  renderLineHighlightOnlyWhenFocus: false,
  renderWhitespace: 'selection',
  // When dimmed, the number of the empty last line would be too pale to read.
  renderFinalNewline: 'on',
  cursorBlinking: 'solid',
  smoothScrolling: false,
  guides: { indentation: false },
  ...OF_ALL_TEXTS,
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, strings: true, comments: false },
  suggest: { showWords: false, showStatusBar: false, preview: false, insertMode: 'replace' },
  inlineSuggest: { enabled: false },
  codeLens: false,
  links: false,
  dragAndDrop: false,
  contextmenu: true,
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: false,
  autoIndent: 'full',
  unusualLineTerminators: 'off',
  largeFileOptimizations: true,
  automaticLayout: true,
  fixedOverflowWidgets: true,
  hover: { above: false },
  lightbulb: { enabled: monaco.editor.ShowLightbulbIconMode.Off },
  stickyScroll: { enabled: false },
});
