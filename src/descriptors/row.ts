/** The part of a record that generators know. */
export type Row = { readonly id: string; readonly [key: string]: unknown };
