import { lazyComponent } from '../../ui/lazyComponent.ts';

// The parts of an invite that are only needed after its first page, or not at all.

export const { Part: AccountReadyCard, fetch: fetchReadyCard } = lazyComponent(() => import('./AccountReadyCard.tsx'), {
  name: 'The last step',
});

const factorStep = lazyComponent(() => import('./FactorStep.tsx'), { name: 'The step for the second factor' });
export const FactorStep = factorStep.Part;

/** It uses the modules of the page around it. */
export const { Part: UsedLinkCard } = lazyComponent(() => import('./UsedLinkCard.tsx'), {
  name: 'The message about the link',
});

/** The code for keys. */
export const loadNewKey = () => import('./newKey.ts');

/** Loads while the user types. A failure is reported when the code is needed. */
export const fetchAhead = () =>
  void Promise.all([factorStep.fetch(), fetchReadyCard(), loadNewKey()]).catch(() => undefined);
