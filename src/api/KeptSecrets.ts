import { at, textAt } from '../lib/json.ts';
import { KEPT_NOTE } from '../wire/documentSecrets.ts';
import type { Secret } from '../wire/secretText.ts';
import type { YamlPath } from '../wire/yaml.ts';

/** A document without its secrets, as text and parsed. `document` is undefined if the text cannot be parsed. */
type ShownDocument = { shownText: string; document: unknown };

/** The secrets of a document by its kind, and the id of a document. */
type Rules = { secretsOf(kind: string): readonly YamlPath[]; idOf(kind: string, name: string): string };

/**
 * A cluster sends secrets in clear text and needs them back with each write (http-resources §11.3, §11.4). They stay in
 * this class: rows never contain them. It stores them by document id while the page is open.
 */
export class KeptSecrets {
  readonly #rules: Rules;
  readonly #secrets = new Map<string, readonly Secret[]>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** Loads the YAML module with the first list of documents, not with the first page of the console. */
  async loadReader(): Promise<(kind: string, name: string, content: string) => ShownDocument> {
    const [{ parseYaml }, { hideSecrets, secretsIn }] = await Promise.all([
      import('../wire/yaml.ts'),
      import('../wire/secretText.ts'),
    ]);
    return (kind, name, content) => {
      const paths = this.#rules.secretsOf(kind);
      this.#secrets.set(this.#rules.idOf(kind, name), secretsIn(content, paths));
      const shownText = hideSecrets(content, paths, KEPT_NOTE);
      const parsed = parseYaml(shownText);
      return { shownText, document: parsed.ok ? parsed.value : undefined };
    };
  }

  /**
   * Body of create and update (http-resources §11.1). It inserts the secrets that the text does not contain. A cluster
   * gets back the values that it sent. The gateway never sends secrets, and keeps its own for an empty value.
   */
  async body(content: string): Promise<{ content: string }> {
    const [{ parseYaml, patchYaml }, { fillSecrets }] = await Promise.all([
      import('../wire/yaml.ts'),
      import('../wire/secretText.ts'),
    ]);
    const parsed = parseYaml(content);
    const document = parsed.ok ? parsed.value : undefined;
    const valueAt = (path: YamlPath): unknown => at(document, ...path);
    const kind = textAt(document, 'kind');
    const storedSecrets = this.#secrets.get(this.#rules.idOf(kind, textAt(document, 'metadata', 'name').trim())) ?? [];
    const filled = fillSecrets(
      content,
      storedSecrets.filter(({ path }) => valueAt(path) === undefined || valueAt(path) === null || valueAt(path) === ''),
    );
    const empty = this.#rules
      .secretsOf(kind)
      .filter((path) => valueAt(path) === null && !storedSecrets.some((secret) => secret.path.join() === path.join()));
    // Removes our note about hidden values, since a server that stores the text must not store the note.
    return { content: empty.reduce((text, path) => patchYaml(text, path, '') ?? text, filled) };
  }
}
