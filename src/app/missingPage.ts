import { resources } from '../descriptors/index.ts';
import { laterScreens } from './pages.tsx';
import { isAddressOf } from './paths.ts';

const later = laterScreens(new Set(resources.map(({ path }) => `/${path}`)));

/** The reason why an address below `/web` has no page yet. Undefined if it has one. */
export const missingPage = (to: string): string | undefined =>
  later.some((name) => isAddressOf(name, to)) ? 'This console does not have this page yet' : undefined;
