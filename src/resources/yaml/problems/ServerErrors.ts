import { parseFieldPath } from '../../../wire/documentFault.ts';
import { isApiError } from '../../../api/errors.ts';
import { at } from '../../../lib/json.ts';
import { isSameValue } from '../../../lib/moves.ts';
import { type YamlPath } from '../../../wire/yaml.ts';
import { pathOf, type MessagePattern } from '../kinds/errorLocation.ts';
import type { CheckedDocument } from './checkDocument.ts';
import { inTextOrder, pathText } from './problem.ts';

/** `value`: the value at the path when the server rejected it. */
type Refusal = { path: YamlPath; value: unknown; message: string };

/**
 * The server's error for the last attempt to save the document of one page. It stays among the problems of the text as
 * long as its path has the rejected value. It blocks nothing, because the cause may be fixed elsewhere.
 */
export class ServerErrors {
  #patterns: readonly MessagePattern[];
  #last: Refusal | undefined;

  /** `patterns`: the messages of this kind. */
  constructor(patterns: readonly MessagePattern[] = []) {
    this.#patterns = patterns;
  }

  /**
   * `document` is what was sent. Our gateway names the field. For a message of a cluster the field is searched. An
   * error without a field appears only in the review.
   */
  note(error: unknown, document: unknown): void {
    this.#last = undefined;
    if (!isApiError(error) || error.status === 0) return;
    const path = parseFieldPath(error.field) ?? pathOf(error.message, document, this.#patterns);
    if (path) this.#last = toRefusal(path, document, error.message);
  }

  /** Call it when the document was written, or when the value of a path that the text does not show has changed. */
  forget(path?: YamlPath): void {
    if (path === undefined || (this.#last && pathText(this.#last.path) === pathText(path))) this.#last = undefined;
  }

  /** The result of a check, plus the server's error for the text. */
  among(checked: CheckedDocument): CheckedDocument {
    const last = this.#last;
    if (!last || checked.value === undefined || !isSameValue(at(checked.value, ...last.path), last.value))
      return checked;
    const { path, message } = last;
    const problem = { severity: 'error', mayPass: true, message, path, range: checked.ranges.ofValue(path) } as const;
    return { ...checked, problems: inTextOrder([...checked.problems, problem]) };
  }
}

const toRefusal = (path: YamlPath, document: unknown, message: string): Refusal => ({
  path,
  value: at(document, ...path),
  message: `The server refused this: “${message}”`,
});
