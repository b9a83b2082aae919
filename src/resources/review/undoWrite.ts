import type { Resource } from '../../descriptors/defineResource.ts';
import { shownName } from '../../descriptors/documents.ts';
import { Emitter } from '../../lib/valueStore.ts';
import { toasts } from '../../ui/toasts.ts';
import { type useRowWrites, undoChange } from '../useRowWrites.ts';
import { type Copy, isSameText } from './compareWithServer.ts';
import { copyOf, readCopy, type Source } from './serverCopy.ts';
import type { Saved } from './useReview.ts';

type Writer = Source & { writes: ReturnType<typeof useRowWrites> };

/** A write was undone. `copy` is the server's current copy; undefined if the document is gone. */
export const undone = new Emitter<{ name: string; id: string; copy: Copy | undefined }>();

const titleOf = (resource: Resource, id: string): string => `${resource.label[0]} ${shownName(resource, id)}`;

/** Restores the previous document. */
const undoWrite = (writer: Writer, { row, copy, before }: Saved): Promise<void> => {
  const { resource, name, writes } = writer;
  return undoChange(titleOf(resource, row.id), {
    async asSaved() {
      const now = await readCopy(writer, row.id, true);
      return now && isSameText(now.text, copy.text) ? now : undefined;
    },
    async restore({ revision }) {
      const at = revision !== undefined && { revision };
      if (!before) {
        await writes.remove({ ...row, ...at });
        undone.emit({ name, id: row.id, copy: undefined });
        return 'was removed again';
      }
      const back = await writes.update(row, { [resource.yaml?.source ?? '']: before.text, ...at });
      undone.emit({ name, id: row.id, copy: copyOf(resource, back) });
      return 'is restored';
    },
  });
};

/** Shows that a text is saved, and offers an undo for a moment. */
export function announceWrite(writer: Writer, written: Saved): void {
  toasts.show({
    text: `${titleOf(writer.resource, written.row.id)} saved`,
    undo: () => void undoWrite(writer, written),
  });
}
