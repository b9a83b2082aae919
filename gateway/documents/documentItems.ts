// Documents on the wire.
import type { DocumentItemJson, ResourceItemJson } from '../../src/wire/http.ts';
import { printYaml, type YamlPath } from '../../src/wire/yaml.ts';
import type { StoredDocument } from '../store/documents.ts';
import type { FixedDocument } from './documentKindOf.ts';
import { withoutSecrets } from './secrets.ts';

/** http-resources §11.1. */
export const toResourceItem = ({
  kind,
  name,
  content,
}: Pick<StoredDocument, 'kind' | 'name' | 'content'>): ResourceItemJson => ({
  id: `${kind}:${name}`,
  kind,
  name,
  content,
});

/** A revision on the wire: opaque to clients. A document that was never written has revision 0. */
export const revisionOf = (stored: Pick<StoredDocument, 'revision'> | undefined): string =>
  String(stored?.revision ?? 0);

export const toItem = (stored: StoredDocument): DocumentItemJson => ({
  ...toResourceItem(stored),
  revision: revisionOf(stored),
  origin: 'dynamic',
});

type FixedKind = { kind: string; secrets?: readonly YamlPath[] };

export const toFixedItem = ({ kind, secrets = [] }: FixedKind, fixed: FixedDocument): DocumentItemJson => ({
  ...toResourceItem({ kind, name: fixed.name, content: printYaml(withoutSecrets(secrets, fixed.document)) }),
  revision: revisionOf(undefined),
  origin: fixed.origin,
});
