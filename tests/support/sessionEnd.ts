// A session of minutes is the one thing that is pretended: the shortest that a role can ask for is longer.
import type { Page } from 'playwright-core';

/** The next load of this page is told by its token that the session ends so soon; later ones hear the truth. */
export async function pretendSessionEnd(page: Page, leftMs: number): Promise<void> {
  await page.addInitScript((ms) => {
    const PRETENDED = 'test_pretended_end';
    // Runs between the parser and any script of the page, also one that does not wait for the document.
    const watch = new MutationObserver(() => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name=grv_bearer_token]');
      if (!meta?.content || sessionStorage.getItem(PRETENDED)) return;
      sessionStorage.setItem(PRETENDED, 'yes');
      const sessionExpires = new Date(Date.now() + ms).toISOString();
      meta.content = btoa(JSON.stringify({ ...(JSON.parse(atob(meta.content)) as object), sessionExpires }));
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  }, leftMs);
}
