import { config } from '../api/config.ts';
import type { Resource } from './defineResource.ts';

const modules = import.meta.glob<{ default: Resource }>('./*.descriptor.ts', { eager: true });

const declared = Object.values(modules).map((module) => module.default);

const isServed = ({ extension }: Resource): boolean => extension === undefined || config.extensions.includes(extension);

const served = declared.filter(isServed);

/** Every available resource: one per `*.descriptor.ts`, in the order of the files. */
export const resources: readonly Resource[] = served;

/**
 * Adds a resource whose file loads with its page, below another resource: navigation and palette do not have it.
 * Idempotent.
 */
export function addLate(resource: Resource): void {
  if (!served.includes(resource)) served.push(resource);
}

/**
 * Resources whose endpoints this cluster does not have. They are not shown, and the support page lists them with the
 * reason.
 */
export const unserved: readonly Resource[] = declared.filter((resource) => !isServed(resource));
