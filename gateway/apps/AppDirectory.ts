// Finds the application of an address or a hostname (http-resources §4.2).
import { plainHost } from '../../src/wire/appPath.ts';
import { ApiFailure } from '../http/failures.ts';
import type { Entry } from '../inventory/entry.ts';
import { applicationDomain } from '../inventory/home.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { toApplication, type Application } from './application.ts';

type Parts = {
  inventory: Pick<InventoryStore, 'all' | 'undynamic' | 'find' | 'labelSets'>;
  publicUrl: string;
  clusterName: () => string;
};

/** The caller's data about the application; '' for unknown fields. */
export type AppHint = { fqdn: string; clusterName: string; publicAddr: string };

type Index = { of: unknown; byHost: ReadonlyMap<string, Application> };

export class AppDirectory {
  #parts: Parts;
  #index: Index | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The current application with this host. */
  ofHost(hostname: string): Application | undefined {
    return this.#byHost().get(plainHost(hostname));
  }

  find(key: string): Application | undefined {
    const entry = this.#parts.inventory.find('app', key);
    return entry && toApplication(entry);
  }

  hostOf({ name, publicAddr }: Pick<Application, 'name' | 'publicAddr'>): string {
    return plainHost(publicAddr || `${name}.${this.#domain}`);
  }

  /** Throws the wire's refusal if no application matches. */
  resolve({ fqdn, clusterName, publicAddr }: AppHint): Application {
    const refuse = (status: number, message: string) =>
      new ApiFailure(status, message, undefined, [`unable to resolve FQDN: ${fqdn}`]);
    if (publicAddr !== '' && clusterName !== '') {
      if (clusterName !== this.#parts.clusterName()) throw refuse(404, `cluster "${clusterName}" is not found`);
      const app = this.ofHost(publicAddr);
      if (!app) throw refuse(404, `failed to match applications with public addr ${publicAddr}`);
      return app;
    }
    if (fqdn === '') throw refuse(400, 'no inputs to resolve application');
    const app = this.ofHost(fqdn);
    if (app) return app;
    const domain = plainHost(fqdn).split('.').slice(1).join('.');
    if (domain === '') throw refuse(400, `invalid FQDN: ${fqdn}`);
    if (domain !== this.#domain) throw refuse(400, `FQDN "${fqdn}" is not a subdomain of the proxy`);
    throw refuse(404, `failed to resolve ${fqdn} to any application within any cluster`);
  }

  get #domain(): string {
    return applicationDomain(this.#parts.publicUrl, this.#parts.clusterName());
  }

  /**
   * A hostname of the application, from its address or its name, that the console or another application already has.
   */
  takenHost({ name, publicAddr }: Pick<Application, 'name' | 'publicAddr'>): string | undefined {
    const consoleHosts = ['localhost', new URL(this.#parts.publicUrl).hostname];
    const holders = this.#byHost();
    const isTaken = (host: string) => consoleHosts.includes(host) || (holders.get(host)?.name ?? name) !== name;
    return [this.hostOf({ name, publicAddr }), this.hostOf({ name, publicAddr: '' })].find(isTaken);
  }

  /**
   * Cached until the inventory changes (see `labelSets`). gateway.yaml has priority over documents, and an
   * application's own address over the name of another. Two documents share a host only if both were stored before that
   * was refused.
   */
  #byHost(): ReadonlyMap<string, Application> {
    const { inventory } = this.#parts;
    const of = inventory.labelSets('app');
    if (this.#index?.of === of) return this.#index.byHost;
    const hostsOf = (entries: readonly Entry[]) => {
      const apps = entries.map(toApplication);
      return [
        ...apps.map((app): [string, Application] => [this.hostOf(app), app]),
        ...apps.map((app): [string, Application] => [this.hostOf({ ...app, publicAddr: '' }), app]),
      ];
    };
    // For equal keys of a Map, the last entry counts.
    const byHost = new Map([...hostsOf(inventory.undynamic('app')), ...hostsOf(inventory.all('app'))].toReversed());
    this.#index = { of, byHost };
    return byHost;
  }
}
