import type { DataProvider } from 'ra-core';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { Emitter } from '../../lib/valueStore.ts';
import { toasts } from '../../ui/toasts.ts';
import { type useRowWrites, undoChange } from '../useRowWrites.ts';
import { changesOf, valuesOf, type FormField } from './form.ts';

type Writer = NamedResource<Resource> & {
  fields: readonly FormField[];
  dataProvider: DataProvider;
  writes: ReturnType<typeof useRowWrites>;
};

/** A save was undone. A form that shows the row updates. */
export const takenBack = new Emitter<{ name: string; row: Row }>();

const titleOf = (resource: Resource, row: Row): string => `${resource.label[0]} ${rowTitle(resource, row)}`;

/** Writes the previous values. */
const undoSave = ({ resource, name, fields, dataProvider, writes }: Writer, before: Row, saved: Row): Promise<void> =>
  undoChange(titleOf(resource, saved), {
    async asSaved() {
      const { data: now } = await dataProvider.getOne<Row>(name, { id: saved.id, meta: { fresh: true } });
      return changesOf(fields, valuesOf(fields, saved), valuesOf(fields, now)).length === 0 ? now : undefined;
    },
    async restore(now) {
      takenBack.emit({ name, row: await writes.update(now, { ...now, ...valuesOf(fields, before) }) });
      return 'is restored';
    },
  });

/** Shows that a row is saved, and offers an undo for a moment. `before`: the server's previous row. */
export function announceSave(writer: Writer, before: Row, saved: Row): void {
  toasts.show({ text: `${titleOf(writer.resource, saved)} saved`, undo: () => void undoSave(writer, before, saved) });
}
