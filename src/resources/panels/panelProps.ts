import type { Values } from '../forms/form.ts';

/** What every panel of a form gets: the row that is saved already, what is entered, and what the server has. */
export type PanelProps = {
  id: string | undefined;
  values: Values;
  before: Values | undefined;
  /** Nothing can be entered. */
  isReadOnly: boolean;
};
