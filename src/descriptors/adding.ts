import type { Adding } from './defineResource.ts';

/** What joins the cluster by itself does so with a token (screens §5.1). */
export const adding = (entity: string, label: string): Adding => ({ entity, label, needs: [['tokens', 'create']] });
