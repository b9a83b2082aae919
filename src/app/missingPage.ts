import { resources } from '../descriptors/index.ts';
import { laterScreens } from './pages.tsx';
import { isAddressOf } from './paths.ts';

const later = laterScreens(new Set(resources.map(({ path }) => `/${path}`)));

/** Why an address below `/web` leads nowhere yet; undefined where it does. */
export const missingPage = (to: string): string | undefined =>
  later.some((name) => isAddressOf(name, to)) ? 'This console does not have this page yet' : undefined;
