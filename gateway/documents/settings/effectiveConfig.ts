// The effective settings: gateway.yaml has priority, and the documents of the cluster set the rest.
import type { GatewayConfig } from '../../config/settings.ts';
import type { Gateway } from '../../gateway.ts';
import type { DocumentStore } from '../../store/documents.ts';
import { AUTH_PREFERENCE, NETWORKING, RECORDING } from './names.ts';
import { withAuthPreference } from './authPreference.ts';
import { withNetworking } from './networking.ts';
import { withRecording } from './recording.ts';

/** Call this after a change of the file or of a document. */
export function applySettings({ fileConfig, config, stores }: Pick<Gateway, 'fileConfig' | 'config' | 'stores'>): void {
  config.set(effectiveConfig(fileConfig.get(), stores.documents));
}

type StoredDocuments = Pick<DocumentStore, 'find'>;

/** `file` is gateway.yaml with its defaults. Documents that were never written change nothing. */
export function effectiveConfig(file: GatewayConfig, documents: StoredDocuments): GatewayConfig {
  const written = ({ kind, name }: { kind: string; name: string }) => documents.find(kind, name)?.document;
  return [
    { overlay: withAuthPreference, document: written(AUTH_PREFERENCE) },
    { overlay: withNetworking, document: written(NETWORKING) },
    { overlay: withRecording, document: written(RECORDING) },
  ].reduce((config, { overlay, document }) => (document === undefined ? config : overlay(config, document)), file);
}
