import type { Values } from '../forms/form.ts';

/** What every panel of a form gets: what is entered, and what the server has. */
export type PanelProps = { values: Values; before: Values | undefined };
