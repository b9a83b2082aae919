import type { Resource } from './defineResource.ts';

const modules = import.meta.glob<{ default: Resource }>('./*.descriptor.ts', { eager: true });

/** Every resource of the console: one per `*.descriptor.ts`, in the order of their files. */
export const resources: readonly Resource[] = Object.values(modules).map((module) => module.default);
