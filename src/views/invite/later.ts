import { lazyComponent } from '../../ui/lazyComponent.ts';

// What an invite needs only once its first page is filled in, or not at all.

export const { Part: AccountReadyCard, fetch: fetchReadyCard } = lazyComponent(() => import('./AccountReadyCard.tsx'), {
  what: 'The last step',
});

const factorStep = lazyComponent(() => import('./FactorStep.tsx'), {
  what: 'The step for the second factor',
});
export const FactorStep = factorStep.Part;

/** Its parts are those of the page around it. */
export const { Part: UsedLinkCard } = lazyComponent(() => import('./UsedLinkCard.tsx'), {
  what: 'The message about the link',
});

/** Everything about keys. */
export const loadNewKey = () => import('./newKey.ts');

/** Arrives while the person types. A failure shows when it is needed. */
export const fetchAhead = () =>
  void Promise.all([factorStep.fetch(), fetchReadyCard(), loadNewKey()]).catch(() => undefined);
