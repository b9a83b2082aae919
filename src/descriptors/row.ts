/** What a generator knows of any record. */
export type Row = { readonly id: string; readonly [key: string]: unknown };
