// Audit events of inventory changes. The contract has none for servers, desktops and user groups.
import type { Audit } from '../../audit/audit.ts';
import { NEVER } from '../../audit/events.ts';
import { textAt } from '../../../src/lib/json.ts';
import type { Caller } from '../../identity/caller.ts';
import { toEntry } from '../../inventory/documentEntry.ts';
import type { DynamicDocument } from '../../inventory/dynamic.ts';

type Doing = 'create' | 'update' | 'delete';

export function writeInventoryEvent(audit: Audit, { user }: Caller, doing: Doing, document: DynamicDocument): void {
  const { kind, metadata, spec } = document;
  const subject = { user: user.name, name: metadata.name, expires: metadata.expires || NEVER };
  const { labels } = toEntry({ document, connect: { via: 'default' } }, 'dynamic', '');
  switch (kind) {
    case 'app': {
      if (doing === 'delete') return audit.emit('app.delete', subject);
      const app = { app_uri: textAt(spec, 'uri'), app_public_addr: textAt(spec, 'public_addr'), app_labels: labels };
      return audit.emit(`app.${doing}`, { ...subject, ...app });
    }
    case 'db': {
      if (doing === 'delete') return audit.emit('db.delete', subject);
      const db = { db_protocol: textAt(spec, 'protocol'), db_uri: textAt(spec, 'uri'), db_labels: labels };
      return audit.emit(`db.${doing}`, { ...subject, ...db });
    }
    case 'kube_cluster':
      if (doing === 'delete') return audit.emit('kube.delete', subject);
      return audit.emit(`kube.${doing}`, { ...subject, kube_labels: labels });
    case 'node':
    case 'windows_desktop':
    case 'user_group':
      return;
    default:
      return kind satisfies never;
  }
}
