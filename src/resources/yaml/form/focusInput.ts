import type { YamlPath } from '../../../wire/yaml.ts';
import { pathText } from '../problems/problem.ts';

/**
 * Goes to the field of the innermost part of a path that has one, else to the first; false where the form has the focus,
 * or no field.
 */
export function focusInput(page: HTMLElement | null, path: YamlPath): boolean {
  if (!page || document.activeElement?.closest('[data-path]')) return false;
  for (let length = path.length; length > 0; length--) {
    const field = page.querySelector(`[data-path="${CSS.escape(pathText(path.slice(0, length)))}"]`);
    if (field && focusIn(field)) return true;
  }
  return [...page.querySelectorAll('[data-path]')].some(focusIn);
}

/** Buttons inside a field may take values away: they come last. */
function focusIn(field: Element): boolean {
  const input =
    field.querySelector<HTMLElement>('input, textarea, select') ?? field.querySelector<HTMLElement>('button');
  input?.focus();
  return input !== null && document.activeElement === input;
}
