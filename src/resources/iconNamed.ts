import type { IconName } from '../ui/plain/Icon.tsx';
import { iconShapes } from '../ui/plain/iconShapes.ts';

const isIconName = (name: string): name is IconName => Object.hasOwn(iconShapes, name);

/**
 * Descriptors name icons as text. A name that the sprite lacks has no icon. A test checks all names against the sprite.
 */
export const iconNamed = (name: string | undefined): IconName | undefined =>
  name !== undefined && isIconName(name) ? name : undefined;
