import { join } from 'node:path';
import { AlertStore } from './alerts.ts';
import { ConnectSettingStore } from './connectSettings.ts';
import { AssistUsageStore } from './assistUsage.ts';
import { ConnectorStore } from './connectors.ts';
import { ConversationStore } from './conversations.ts';
import { Database } from './database.ts';
import { DeviceStore } from './devices.ts';
import { DocumentStore } from './documents.ts';
import { EventStore } from './events.ts';
import { IntegrationUseStore } from './integrationUses.ts';
import { InventoryStore } from './inventory.ts';
import { JoinedHostStore } from './joinedHosts.ts';
import { LockoutStore } from './lockouts.ts';
import { migrate } from './migrations.ts';
import { RecordingReviewStore } from './recordingReviews.ts';
import { RecoveryCodeStore } from './recoveryCodes.ts';
import { RevisionStore } from './revisions.ts';
import { RoleStore } from './roles.ts';
import { SettingStore } from './settings.ts';
import { TokenUseStore } from './tokenUses.ts';
import { UsageEventStore } from './usageEvents.ts';
import { UserStore } from './users.ts';
import { UserTokenStore } from './userTokens.ts';
import { WebSessionStore } from './webSessions.ts';

export type Stores = ReturnType<typeof createStores>;

type Options = {
  /** Milliseconds since the epoch. */
  now?: () => number;
  report?: (error: unknown) => void;
};

/** While another process has locked the database, the event loop stands still for this long, once. */
const LOCK_WAIT_MS = 40;

/** Opens and migrates the database in a data directory. `report`: see Database. */
export function openStores(dataDir: string, { now = Date.now, report }: Options = {}): Stores {
  const db = new Database(join(dataDir, 'postern.db'), report && { report });
  try {
    migrate(db);
    db.limitLockWait(LOCK_WAIT_MS);
  } catch (error) {
    db.close();
    throw error;
  }
  return createStores(db, now);
}

/** The same, read-only, beside the gateway that has opened the data directory. */
export const openReadOnlyStores = (dataDir: string): Stores =>
  createStores(new Database(join(dataDir, 'postern.db'), { readOnly: true }));

/** One store per subject, all on one database, so that they share transactions. */
export const createStores = (db: Database, now: () => number = Date.now) => {
  const revisions = new RevisionStore(db);
  const documents = new DocumentStore(db, revisions, now);
  return {
    db,
    alerts: new AlertStore(db),
    assistUsage: new AssistUsageStore(db),
    connectors: new ConnectorStore(documents),
    connectSettings: new ConnectSettingStore(db),
    conversations: new ConversationStore(db),
    devices: new DeviceStore(db),
    documents,
    events: new EventStore(db),
    integrationUses: new IntegrationUseStore(db),
    inventory: new InventoryStore(db),
    joinedHosts: new JoinedHostStore(db, now),
    lockouts: new LockoutStore(db),
    recordingReviews: new RecordingReviewStore(db),
    recoveryCodes: new RecoveryCodeStore(db),
    revisions,
    roles: new RoleStore(documents),
    settings: new SettingStore(db),
    tokenUses: new TokenUseStore(db),
    usageEvents: new UsageEventStore(db),
    users: new UserStore(db, now),
    userTokens: new UserTokenStore(db),
    webSessions: new WebSessionStore(db),
  };
};
