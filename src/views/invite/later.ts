import { lazyComponent } from '../../ui/lazyComponent.ts';

// What an invite needs only once its first page is filled in, or not at all.

export const { Part: AccountReadyCard, fetch: fetchReadyCard } = lazyComponent(() => import('./AccountReadyCard.tsx'), {
  what: 'The last step',
});

export const { Part: FactorStep, fetch: fetchFactorStep } = lazyComponent(() => import('./FactorStep.tsx'), {
  what: 'The step for the second factor',
});

/** Its parts are those of the page around it. */
export const { Part: UsedLinkCard } = lazyComponent(() => import('./UsedLinkCard.tsx'), {
  what: 'The message about the link',
});

/** Everything about keys. */
export const loadNewKey = () => import('./newKey.ts');

/** Arrives while the person types. A failure shows when it is needed. */
export const fetchAhead = () =>
  void Promise.all([fetchFactorStep(), fetchReadyCard(), loadNewKey()]).catch(() => undefined);
