import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { currentTheme, onThemeChange, readColours } from '../../ui/theme.ts';

export const THEME = 'postern';

/** Monaco's colour names, each with our token; `/40` is an opacity in percent. */
const COLOURS = {
  'editor.background': 'surface',
  'editor.foreground': 'syn-string',
  foreground: 'text-1',
  descriptionForeground: 'text-2',
  disabledForeground: 'text-off',
  errorForeground: 'danger',
  focusBorder: 'focus',
  'icon.foreground': 'text-2',
  'widget.shadow': 'surface/0',
  'widget.border': 'line-strong',
  'editorLineNumber.foreground': 'text-3',
  'editorLineNumber.activeForeground': 'text-3',
  'editor.lineHighlightBackground': 'selected',
  'editor.lineHighlightBorder': 'surface/0',
  'editorCursor.foreground': 'text-1',
  'editor.selectionBackground': 'term-selection',
  'editor.inactiveSelectionBackground': 'selected-hover',
  'editor.selectionHighlightBackground': 'active',
  'editor.wordHighlightBackground': 'active',
  'editor.findMatchBackground': 'mark-current',
  'editor.findMatchForeground': 'on-mark-current',
  'editor.findMatchHighlightBackground': 'mark',
  'editor.findRangeHighlightBackground': 'active',
  'editor.hoverHighlightBackground': 'surface/0',
  'editorBracketMatch.background': 'active',
  'editorBracketMatch.border': 'line-strong',
  'editorError.foreground': 'danger-mark',
  'editorWarning.foreground': 'warn-mark',
  'editorInfo.foreground': 'info-mark',
  'editorGutter.background': 'surface',
  'editorOverviewRuler.border': 'surface/0',
  'editorWhitespace.foreground': 'text-off',
  'editorUnicodeHighlight.border': 'warn-mark',
  'editorUnicodeHighlight.background': 'surface/0',
  'editorWidget.background': 'raised',
  'editorWidget.foreground': 'text-1',
  'editorWidget.border': 'line-strong',
  'editorHoverWidget.background': 'raised',
  'editorHoverWidget.foreground': 'text-1',
  'editorHoverWidget.border': 'line-strong',
  'editorHoverWidget.statusBarBackground': 'canvas',
  'editorSuggestWidget.background': 'raised',
  'editorSuggestWidget.foreground': 'text-1',
  'editorSuggestWidget.border': 'line-strong',
  'editorSuggestWidget.selectedBackground': 'active',
  'editorSuggestWidget.selectedForeground': 'text-1',
  'editorSuggestWidget.highlightForeground': 'accent',
  'editorSuggestWidget.focusHighlightForeground': 'accent',
  'list.hoverBackground': 'hover',
  'list.focusBackground': 'active',
  'list.focusForeground': 'text-1',
  'list.activeSelectionBackground': 'active',
  'list.activeSelectionForeground': 'text-1',
  'list.highlightForeground': 'accent',
  'quickInput.background': 'raised',
  'quickInput.foreground': 'text-1',
  'quickInputList.focusBackground': 'active',
  'quickInputList.focusForeground': 'text-1',
  'menu.background': 'raised',
  'menu.foreground': 'text-1',
  'menu.border': 'line-strong',
  'menu.separatorBackground': 'line',
  'menu.selectionBackground': 'active',
  'menu.selectionForeground': 'text-1',
  'input.background': 'surface',
  'input.foreground': 'text-1',
  'input.border': 'line-control',
  'input.placeholderForeground': 'text-3',
  'inputOption.activeBackground': 'selected',
  'inputOption.activeBorder': 'accent',
  'inputOption.activeForeground': 'accent',
  'inputValidation.errorBackground': 'danger-soft',
  'inputValidation.errorBorder': 'danger-line',
  'inputValidation.errorForeground': 'text-1',
  'button.background': 'accent-solid',
  'button.foreground': 'on-accent',
  'button.hoverBackground': 'accent-solid-hover',
  'toolbar.hoverBackground': 'hover',
  'keybindingLabel.background': 'surface',
  'keybindingLabel.foreground': 'text-2',
  'keybindingLabel.border': 'line-strong',
  'keybindingLabel.bottomBorder': 'line-strong',
  'scrollbar.shadow': 'surface/0',
  'scrollbarSlider.background': 'line-control/45',
  'scrollbarSlider.hoverBackground': 'line-control/65',
  'scrollbarSlider.activeBackground': 'line-control/80',
  'textLink.foreground': 'accent',
  'textLink.activeForeground': 'accent-hover',
  'textCodeBlock.background': 'sunken',
} as const;

/** Colours of the token kinds in `yamlTokens`, and of Monaco's tokens for SQL. */
const TOKENS = {
  key: 'syn-key',
  text: 'syn-string',
  value: 'syn-number',
  comment: 'syn-comment',
  punct: 'syn-punct',
  keyword: 'syn-key',
  number: 'syn-number',
  string: 'syn-string',
  operator: 'syn-key',
  delimiter: 'syn-punct',
} as const;

const two = (n: number): string => Math.round(n).toString(16).padStart(2, '0');

/** `rgb(1, 2, 3)` as a browser computes it → `#010203`, the only spelling that Monaco reads. */
function toHexColour(computed: string, opacity = 100): string {
  const [r = 0, g = 0, b = 0] = computed.match(/[\d.]+/g)?.map(Number) ?? [];
  return `#${two(r)}${two(g)}${two(b)}${opacity < 100 ? two((opacity * 255) / 100) : ''}`;
}

function themeNow(): Monaco.editor.IStandaloneThemeData {
  const tokenOf = (colour: string): string => colour.replace(/\/.*/, '');
  const names = [...Object.values(COLOURS), ...Object.values(TOKENS)].map(tokenOf);
  const computed = readColours(names);
  const hex = (colour: string): string => {
    const [, opacity] = colour.split('/');
    return toHexColour(computed.get(tokenOf(colour)) ?? '', opacity === undefined ? 100 : Number(opacity));
  };
  return {
    base: currentTheme() === 'dark' ? 'vs-dark' : 'vs',
    inherit: false,
    colors: Object.fromEntries(Object.entries(COLOURS).map(([name, colour]) => [name, hex(colour)])),
    rules: Object.entries(TOKENS).map(([token, colour]) => ({ token, foreground: hex(colour).slice(1) })),
  };
}

/** Turns our tokens into Monaco's theme, and updates it whenever the theme of the page changes. */
export function followTheme(monaco: typeof Monaco): void {
  const paint = () => {
    monaco.editor.defineTheme(THEME, themeNow());
    monaco.editor.setTheme(THEME);
  };
  paint();
  onThemeChange(paint);
}
