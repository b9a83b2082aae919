/** Opens each place in a tab of its own; returns those that the browser did not let open. */
export const openTabs = <T extends { href: string }>(places: readonly T[]): readonly T[] =>
  places.filter(({ href }) => {
    // With `noopener` the answer would be null for every tab, kept back or not.
    const tab = window.open(href, '_blank');
    if (tab) tab.opener = null;
    return !tab;
  });
