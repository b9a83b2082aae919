// Which application an address or a host name stands for (http-resources §4.2).
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

/** What a caller knows of the application; '' for what they do not. */
export type AppHint = { fqdn: string; clusterName: string; publicAddr: string };

type Index = { of: unknown; byHost: ReadonlyMap<string, Application> };

export class AppDirectory {
  #parts: Parts;
  #index: Index | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The application whose host this is, as it is now. */
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

  /** Throws the wire's refusal where nothing fits. */
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
    if (!plainHost(fqdn).endsWith(`.${this.#domain}`))
      throw refuse(400, `FQDN "${fqdn}" is not a subdomain of the proxy`);
    throw refuse(404, `failed to resolve ${fqdn} to any application within any cluster`);
  }

  get #domain(): string {
    return applicationDomain(this.#parts.publicUrl, this.#parts.clusterName());
  }

  /** A host name of the application, by its address or its name, that the console or another application has. */
  takenHost({ name, publicAddr }: Pick<Application, 'name' | 'publicAddr'>): string | undefined {
    const own = ['localhost', new URL(this.#parts.publicUrl).hostname];
    const holders = this.#byHost();
    const isTaken = (host: string) => own.includes(host) || (holders.get(host)?.name ?? name) !== name;
    return [this.hostOf({ name, publicAddr }), this.hostOf({ name, publicAddr: '' })].find(isTaken);
  }

  /**
   * Kept until the inventory changes (`labelSets` tells). gateway.yaml counts before documents, an address of its own
   * before a name of another. Two documents share a host only if both were stored before that was refused.
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
    // Of a Map's entries the last one counts.
    const byHost = new Map([...hostsOf(inventory.undynamic('app')), ...hostsOf(inventory.all('app'))].toReversed());
    this.#index = { of, byHost };
    return byHost;
  }
}
