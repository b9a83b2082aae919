import type { LabelJson } from '../wire/http.ts';
import type { DatabaseJson } from '../wire/inventoryJson.ts';
import { databaseLabel } from './databaseLabels.ts';
import { cursorList } from './lists.ts';

export type Database = {
  id: string;
  name: string;
  description: string;
  protocol: string;
  type: string;
  /** Type and protocol as people call them. */
  words: string;
  labels: readonly LabelJson[];
  /** Host and port, or an address of the protocol's own. */
  uri: string;
  /** What the caller's roles allow; `*` is any. */
  users: readonly string[];
  names: readonly string[];
};

function toDatabase(json: Partial<DatabaseJson>): Database {
  const { name = '', protocol = '', type = '' } = json;
  return {
    id: name,
    name,
    description: json.desc ?? '',
    protocol,
    type,
    words: databaseLabel(type, protocol),
    labels: json.labels ?? [],
    uri: json.uri ?? '',
    users: json.database_users ?? [],
    names: json.database_names ?? [],
  };
}

/** Databases of a cluster (http-resources §6.1). */
export const databaseList = cursorList('sites/:clusterId/databases', toDatabase);
