import { at, textAt } from '../lib/json.ts';
import { KEPT_NOTE } from '../wire/documentSecrets.ts';
import type { Secret } from '../wire/secretText.ts';
import type { YamlPath } from '../wire/yaml.ts';

/** A document without its secrets, as text and as what the text says; undefined where it cannot be read. */
type ShownDocument = { shown: string; document: unknown };

/** Which values of a document nobody is shown, by its kind, and what tells it from others. */
type Rules = { secretsOf(kind: string): readonly YamlPath[]; idOf(kind: string, name: string): string };

/**
 * A cluster sends secrets in clear and wants them back with each write (http-resources §11.3, §11.4). They go no further
 * than this: rows never hold them. By id of the document, for as long as the page lives.
 */
export class KeptSecrets {
  readonly #rules: Rules;
  readonly #kept = new Map<string, readonly Secret[]>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** The YAML module is loaded with the first list of documents, not with the first page of the console. */
  async loadReader(): Promise<(kind: string, name: string, content: string) => ShownDocument> {
    const [{ parseYaml }, { hideSecrets, secretsIn }] = await Promise.all([
      import('../wire/yaml.ts'),
      import('../wire/secretText.ts'),
    ]);
    return (kind, name, content) => {
      const paths = this.#rules.secretsOf(kind);
      this.#kept.set(this.#rules.idOf(kind, name), secretsIn(content, paths));
      const shown = hideSecrets(content, paths, KEPT_NOTE);
      const parsed = parseYaml(shown);
      return { shown, document: parsed.ok ? parsed.value : undefined };
    };
  }

  /**
   * Body of create and update (http-resources §11.1). A secret that the text does not give stays as it is: what the server
   * told is sent back to it; the gateway tells none and keeps its own for an empty one.
   */
  async body(content: string): Promise<{ content: string }> {
    const [{ parseYaml, patchYaml }, { fillSecrets }] = await Promise.all([
      import('../wire/yaml.ts'),
      import('../wire/secretText.ts'),
    ]);
    const parsed = parseYaml(content);
    const document = parsed.ok ? parsed.value : undefined;
    const given = (path: YamlPath): unknown => at(document, ...path);
    const kind = textAt(document, 'kind');
    const known = this.#kept.get(this.#rules.idOf(kind, textAt(document, 'metadata', 'name').trim())) ?? [];
    const filled = fillSecrets(
      content,
      known.filter(({ path }) => given(path) === undefined || given(path) === null || given(path) === ''),
    );
    const empty = this.#rules
      .secretsOf(kind)
      .filter((path) => given(path) === null && !known.some((secret) => secret.path.join() === path.join()));
    // The note on what is not shown is ours: a server that keeps texts is not to keep it.
    return { content: empty.reduce((text, path) => patchYaml(text, path, '') ?? text, filled) };
  }
}
