import { ValueStore } from '../../lib/valueStore.ts';

/** The role that stands in the editor, as far as it was typed; `saved` is the server's copy, undefined for a new role. */
export type EditedRole = { id: string; text: string; saved: string | undefined };

/** What an explanation over the editor is about: the address can only carry the role's name. */
export const editedRole = new ValueStore<EditedRole | undefined>(undefined);
