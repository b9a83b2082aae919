import { config } from '../api/config.ts';
import type { Resource } from './defineResource.ts';

const modules = import.meta.glob<{ default: Resource }>('./*.descriptor.ts', { eager: true });

const declared = Object.values(modules).map((module) => module.default);

const isServed = ({ extension }: Resource): boolean => extension === undefined || config.extensions.includes(extension);

/** Every resource that can be had here: one per `*.descriptor.ts`, in the order of their files. */
export const resources: readonly Resource[] = declared.filter(isServed);

/** Resources whose calls this cluster does not have: nothing of them is shown, Help says why. */
export const unserved: readonly Resource[] = declared.filter((resource) => !isServed(resource));
