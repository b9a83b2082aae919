import type { Resource } from '../../src/descriptors/defineResource.ts';
import { resources, unserved } from '../../src/descriptors/index.ts';

/** The resource of that name, also one that only the gateway serves. */
export function resourceNamed(name: string): Resource {
  const found = [...resources, ...unserved].find((resource) => resource.name === name);
  if (!found) throw new Error(`There is no resource ${name}`);
  return found;
}
