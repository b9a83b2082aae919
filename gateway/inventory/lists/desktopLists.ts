// Desktops and their services (http-resources §7).
import { textAt } from '../../../src/lib/json.ts';
import type { DesktopJson, DesktopServiceJson } from '../../../src/wire/inventoryJson.ts';
import { accountOf } from '../desktopAccount.ts';
import { toLabelsJson } from '../labels.ts';
import { orNull, type InventoryList } from './inventoryList.ts';

/** The default port of desktops. */
const USUAL_PORT = /:3389$/;

export const DESKTOP_LIST: InventoryList<DesktopJson> = {
  path: 'desktops',
  kind: 'windows_desktop',
  rule: 'windows_desktop',
  resource: 'windows_desktop',
  columns: { name: 'name', address: 'address' },
  toItem: ({ document: { metadata, spec }, labels, connect }, { access, hostId }) => ({
    os: 'windows',
    name: metadata.name,
    addr: textAt(spec, 'addr').replace(USUAL_PORT, ''),
    labels: toLabelsJson(labels),
    host_id: textAt(spec, 'host_id') || hostId,
    logins: orNull(access.windowsLogins(labels).filter((login) => login === (accountOf(connect) ?? login))),
  }),
};

export const DESKTOP_SERVICE_LIST: InventoryList<DesktopServiceJson> = {
  path: 'desktopservices',
  kind: 'windows_desktop_service',
  rule: 'windows_desktop_service',
  resource: 'windows_desktop_service',
  columns: 'none',
  toItem: ({ key, document: { spec }, labels }) => ({
    name: key,
    hostname: textAt(spec, 'hostname'),
    addr: textAt(spec, 'addr'),
    labels: toLabelsJson(labels),
  }),
};
