import type { IconName } from '../ui/plain/Icon.tsx';
import { iconShapes } from '../ui/plain/iconShapes.ts';

const isIconName = (name: string): name is IconName => Object.hasOwn(iconShapes, name);

/** Declarations name icons as text; one that the sprite lacks is left out. A test holds the names to the sprite. */
export const iconNamed = (name: string | undefined): IconName | undefined =>
  name !== undefined && isIconName(name) ? name : undefined;
