import { config } from '../api/config.ts';
import { encodeSegment } from '../api/urls.ts';
import type { Label } from '../api/nodes.ts';
import { DOCUMENTS } from '../wire/config.ts';
import type { ActionContext } from './actionModel.ts';
import type { Need } from './defineResource.ts';

/** Set by the server on what was written at run time (resource-specs §0.2). */
const isDynamic = ({ name, value }: Label): boolean => name === 'teleport.dev/origin' && value === 'dynamic';

const NEEDS: readonly Need[] = [['db', 'edit']];

/** The way from a row to the document behind it, where it was written in this console. */
export const editDocument = <R extends { name: string; labels: readonly Label[] }>(kind: string) => ({
  id: 'document',
  label: 'Edit document',
  icon: 'pencil',
  needs: NEEDS,
  suits: ({ labels }: R): boolean => config.extensions.includes(DOCUMENTS) && labels.some(isDynamic),
  run: ({ name }: R, context: ActionContext): void => context.go(`/resources/${encodeSegment(`${kind}:${name}`)}`),
});
