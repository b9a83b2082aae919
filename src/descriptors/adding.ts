import type { Adding } from './defineResource.ts';

/** What joins the cluster by itself does so with a token (screens §5.1). `document`: its kind where it is written down. */
export const adding = (entity: string, label: string, document: string): Adding => ({
  entity,
  label,
  document,
  needs: [['tokens', 'create']],
});
