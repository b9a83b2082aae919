import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { EffectsProps } from './effectsProps.ts';

/** What values give to whoever holds them: named by `bulkActions` of declarations. */
export const bulkEffects: Readonly<Record<string, ComponentType<EffectsProps>>> = {
  logins: lazy(() => import('./LoginEffects.tsx')),
};
