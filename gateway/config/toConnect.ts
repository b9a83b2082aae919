import type { FileInventoryItem } from './fileConfig.ts';
import type { Connect, InventoryKind } from './settings.ts';
import type { ToSource } from './textSource.ts';
import { toDesktopConnect } from './toDesktopConnect.ts';
import { toDatabaseConnect, toKubernetesConnect, toThrough } from './toServiceConnect.ts';
import { toSshConnect } from './toSshConnect.ts';

/**
 * Converts `connect` of gateway.yaml. `source` converts values that are file names. `directory`: the base of relative
 * SSH paths.
 */
export function toConnect(
  kind: InventoryKind,
  connect: NonNullable<FileInventoryItem['connect']>,
  source: ToSource,
  directory: string,
): Connect {
  if (connect.dump_headers) return { via: 'dump-headers' };
  switch (kind) {
    case 'node':
      return { via: 'ssh', ...toSshConnect(connect, directory) };
    case 'app':
      return { via: 'app', ...toThrough(connect) };
    case 'db':
      return { via: 'database', ...toDatabaseConnect(connect, source) };
    case 'kube_cluster':
      return { via: 'kubernetes', ...toKubernetesConnect(connect, source) };
    case 'windows_desktop':
      return toDesktopConnect(connect, source);
    default:
      return { via: 'default' };
  }
}
