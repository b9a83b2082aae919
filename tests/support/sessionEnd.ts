// Simulates a session of a few minutes, because the shortest session that a role can set is longer.
import type { Page } from 'playwright-core';

/** On the next load of this page the token states that the session ends this soon. Later loads have the real value. */
export async function pretendSessionEnd(page: Page, leftMs: number): Promise<void> {
  await page.addInitScript((ms) => {
    const PRETENDED = 'test_pretended_end';
    // Runs between the parser and any script of the page, also a script that does not wait for the document.
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
