export type Tip = { 'data-tip': string; 'data-tip-keys'?: string; 'aria-description'?: string };

/**
 * Attributes that give an element a tooltip (TooltipHost shows it). The text is also the element's description. Pass
 * `named` if it only repeats the element's own name.
 */
export const tip = (text: string, { keys, named }: { keys?: string | undefined; named?: boolean } = {}): Tip => ({
  'data-tip': text,
  ...(keys && { 'data-tip-keys': keys }),
  ...(!named && { 'aria-description': text }),
});
