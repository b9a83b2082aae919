import { parseFieldPath } from '../../../wire/documentFault.ts';
import { isApiError } from '../../../api/errors.ts';
import { at } from '../../../lib/json.ts';
import { isSameValue } from '../../../lib/moves.ts';
import { type YamlPath } from '../../../wire/yaml.ts';
import { placeOf, type MessagePlace } from '../kinds/errorLocation.ts';
import type { CheckedDocument } from './checkDocument.ts';
import { inTextOrder, pathText } from './problem.ts';

/** `value`: what stood at the path when it was refused. */
type Refusal = { path: YamlPath; value: unknown; message: string };

/**
 * What the server refused when the document of one page was to be written. It stands among the problems of the text for
 * as long as its place holds what was refused, and blocks nothing: what is wrong may be mended elsewhere.
 */
export class ServerErrors {
  #places: readonly MessagePlace[];
  #last: Refusal | undefined;

  /** `places`: where the refusals of this kind point. */
  constructor(places: readonly MessagePlace[] = []) {
    this.#places = places;
  }

  /**
   * `document` is what was sent. Our gateway names the field, in the message of a cluster it is looked for. An answer
   * that names no field, or none at all, is shown by the review alone.
   */
  note(error: unknown, document: unknown): void {
    this.#last = undefined;
    if (!isApiError(error) || error.status === 0) return;
    const path = parseFieldPath(error.field) ?? placeOf(error.message, document, this.#places);
    if (path) this.#last = toRefusal(path, document, error.message);
  }

  /** The document was written, or the value at a path that the text does not show is another now. */
  forget(path?: YamlPath): void {
    if (path === undefined || (this.#last && pathText(this.#last.path) === pathText(path))) this.#last = undefined;
  }

  /** What was found in a text, with what the server refused of it. */
  among(checked: CheckedDocument): CheckedDocument {
    const last = this.#last;
    if (!last || checked.value === undefined || !isSameValue(at(checked.value, ...last.path), last.value))
      return checked;
    const { path, message } = last;
    const problem = { severity: 'error', mayPass: true, message, path, range: checked.places.ofValue(path) } as const;
    return { ...checked, problems: inTextOrder([...checked.problems, problem]) };
  }
}

const toRefusal = (path: YamlPath, document: unknown, message: string): Refusal => ({
  path,
  value: at(document, ...path),
  message: `The server refused this: “${message}”`,
});
