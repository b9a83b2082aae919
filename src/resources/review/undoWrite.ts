import type { DataProvider } from 'ra-core';
import { describeFailure } from '../../api/errors.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { shownName } from '../../descriptors/documents.ts';
import { Emitter } from '../../lib/emitter.ts';
import { toasts } from '../../ui/toasts.ts';
import type { useRowWrites } from '../useRowWrites.ts';
import type { Copy } from './judgeCopy.ts';
import { isSameDocument } from './sameDocument.ts';
import { copyOf, readCopy } from './serverCopy.ts';
import type { Written } from './useReview.ts';

type Writer = {
  resource: Resource;
  /** The name react-admin knows the resource by. */
  name: string;
  dataProvider: DataProvider;
  writes: ReturnType<typeof useRowWrites>;
};

/** A write was taken back; `copy` is what the server has now, undefined where the document is gone with it. */
export const undone = new Emitter<{ name: string; id: string; copy: Copy | undefined }>();

/** Puts back what stood there before, unless somebody has written meanwhile. Never rejects: it says how it went. */
async function undoWrite({ resource, name, dataProvider, writes }: Writer, written: Written): Promise<void> {
  const { row, copy, before } = written;
  const title = `${resource.label[0]} ${shownName(resource, row.id)}`;
  try {
    const now = await readCopy(dataProvider, resource, name, row.id, true);
    if (!now || !isSameDocument(now.text, copy.text))
      return void toasts.show({ text: `${title} was changed since, so nothing was taken back` });
    if (before) {
      const back = await writes.update(row, {
        [resource.yaml?.source ?? '']: before.text,
        ...(now.revision !== undefined && { revision: now.revision }),
      });
      undone.emit({ name, id: row.id, copy: copyOf(resource, back) });
    } else {
      await writes.remove({ ...row, ...(now.revision !== undefined && { revision: now.revision }) });
      undone.emit({ name, id: row.id, copy: undefined });
    }
    toasts.show({ text: before ? `${title} is as it was` : `${title} is gone again` });
  } catch (error) {
    toasts.show({ text: `${title} stays as it was saved. ${describeFailure(error).why}` });
  }
}

/** Says that a text is saved, and offers the way back for a moment. */
export function announceWrite(writer: Writer, written: Written): void {
  toasts.show({
    text: `${writer.resource.label[0]} ${shownName(writer.resource, written.row.id)} saved`,
    undo: () => void undoWrite(writer, written),
  });
}
