import type { DataProvider } from 'ra-core';
import { describeFailure } from '../../api/errors.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { Emitter } from '../../lib/emitter.ts';
import { toasts } from '../../ui/toasts.ts';
import type { useRowWrites } from '../useRowWrites.ts';
import { changesOf, valuesOf } from './form.ts';
import type { FormField } from './form.ts';

type Writer = {
  resource: Resource;
  /** The name react-admin knows the resource by. */
  name: string;
  fields: readonly FormField[];
  dataProvider: DataProvider;
  writes: ReturnType<typeof useRowWrites>;
};

/** A saved row is as it was before, for a form that still shows it. */
export const takenBack = new Emitter<{ name: string; row: Row }>();

/** Writes what stood there before, unless somebody has written meanwhile. Never rejects: it says how it went. */
async function undoSave({ resource, name, fields, dataProvider, writes }: Writer, before: Row, saved: Row) {
  const title = `${resource.label[0]} ${rowTitle(resource, saved)}`;
  try {
    const { data: now } = await dataProvider.getOne<Row>(name, { id: saved.id, meta: { fresh: true } });
    if (changesOf(fields, valuesOf(fields, saved), valuesOf(fields, now)).length > 0)
      return void toasts.show({ text: `${title} was changed since, so nothing was taken back` });
    const row = await writes.update(now, { ...now, ...valuesOf(fields, before) });
    takenBack.emit({ name, row });
    toasts.show({ text: `${title} is as it was` });
  } catch (error) {
    toasts.show({ text: `${title} stays as it was saved. ${describeFailure(error).why}` });
  }
}

/** Says that a row is saved, and offers the way back for a moment. `before`: what the server had. */
export function announceSave(writer: Writer, before: Row, saved: Row): void {
  toasts.show({
    text: `${writer.resource.label[0]} ${rowTitle(writer.resource, saved)} saved`,
    undo: () => void undoSave(writer, before, saved),
  });
}
