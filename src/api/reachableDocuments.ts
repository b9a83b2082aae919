import { at, isObject, textAt } from '../lib/json.ts';
import type { DocumentItemJson, LabelJson } from '../wire/http.ts';

/** The document behind something that can be reached. */
export type ReachableDocument = {
  /** Names are unique per kind only: `app:grafana`. */
  id: string;
  kind: string;
  name: string;
  /** What people call it, where that is not its name: the host name of a server. */
  title: string;
  description: string;
  /** Written here, or elsewhere, where it can only be read: in the gateway's own file, or by a seed. */
  origin: 'config-file' | 'dynamic' | 'seed';
  labels: readonly LabelJson[];
  content: string;
  /** The write that it is from. */
  revision: string | undefined;
};

/** The reader of documents comes with the first of them. */
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
