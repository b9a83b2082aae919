import { at, isObject, textAt } from '../lib/json.ts';
import type { DocumentItemJson, LabelJson } from '../wire/http.ts';

/** The document of a resource that users connect to. */
export type ReachableDocument = {
  /** Names are only unique per kind: `app:grafana`. */
  id: string;
  kind: string;
  name: string;
  /** The displayed name if it differs from the name: the host name of a server. */
  title: string;
  description: string;
  /** Written in the console (`dynamic`), or read-only: from the gateway's own file, or from a seed. */
  origin: 'config-file' | 'dynamic' | 'seed';
  labels: readonly LabelJson[];
  content: string;
  /** The revision of the document. */
  revision: string | undefined;
};

/** Loads the YAML reader with the first document. */
export async function loadReachableDecoder(): Promise<(json: Partial<DocumentItemJson>) => ReachableDocument> {
  const { parseYaml } = await import('../wire/yaml.ts');
  return ({ kind = '', name = '', content = '', origin, revision }) => {
    const parsed = parseYaml(content);
    const document = parsed.ok ? parsed.value : undefined;
    const labels = at(document, 'metadata', 'labels');
    return {
      id: `${kind}:${name}`,
      kind,
      name,
      title: textAt(document, 'spec', 'hostname') || name,
      description: textAt(document, 'metadata', 'description'),
      origin: origin === 'config-file' || origin === 'seed' ? origin : 'dynamic',
      labels: Object.entries(isObject(labels) ? labels : {}).map(([label, value]) => ({
        name: label,
        value: String(value),
      })),
      content,
      revision,
    };
  };
}

export const readReachable = async (json: unknown): Promise<ReachableDocument> =>
  (await loadReachableDecoder())(json ?? {});

export const saveReachableBody = ({ content = '' }: Partial<ReachableDocument>): unknown => ({ content });
