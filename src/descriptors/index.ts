import { config } from '../api/config.ts';
import type { Resource } from './defineResource.ts';

const modules = import.meta.glob<{ default: Resource }>('./*.descriptor.ts', { eager: true });

const declared = Object.values(modules).map((module) => module.default);

const isServed = ({ extension }: Resource): boolean => extension === undefined || config.extensions.includes(extension);

const served = declared.filter(isServed);

/** Every resource that can be had here: one per `*.descriptor.ts`, in the order of their files. */
export const resources: readonly Resource[] = served;

/** One whose file comes with its page, below another resource: navigation and palette do not have it. Twice is harmless. */
export function addLate(resource: Resource): void {
  if (!served.includes(resource)) served.push(resource);
}

/** Resources whose calls this cluster does not have: nothing of them is shown, Help says why. */
export const unserved: readonly Resource[] = declared.filter((resource) => !isServed(resource));
