import type { YamlPath } from '../../../wire/yaml.ts';
import { pathText } from '../problems/problem.ts';

/** Goes to the field of the innermost part of a path that has one; false where the form has the focus, or no such field. */
export function focusInput(page: HTMLElement | null, path: YamlPath): boolean {
  if (!page || document.activeElement?.closest('[data-path]')) return false;
  for (let length = path.length; length > 0; length--) {
    const field = page.querySelector(`[data-path="${CSS.escape(pathText(path.slice(0, length)))}"]`);
    const input = field?.querySelector<HTMLElement>('input, textarea, select, button');
    if (!input) continue;
    input.focus();
    return true;
  }
  return false;
}
