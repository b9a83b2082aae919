import type { YamlPath } from './yaml.ts';

/** What the document of a trusted cluster holds that nobody is shown (resource-specs §6). */
export const TRUSTED_CLUSTER_SECRETS: readonly YamlPath[] = [['spec', 'token']];
