import type { ComponentType } from 'react';
import { lazyComponent } from '../../../ui/lazyComponent.ts';
import type { EffectsProps } from './effectsProps.ts';

/** What values give to whoever holds them: named by `bulkActions` of declarations. */
export const bulkEffects: Readonly<Record<string, ComponentType<EffectsProps>>> = {
  logins: lazyComponent(() => import('./LoginEffects.tsx'), { what: 'What it gives', waiting: 'Reading' }).Part,
};
