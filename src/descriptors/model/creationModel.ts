/** The way to a new row, where it is not just the form or the document under "Create <resource>". */
export type CreationModule = {
  /** The words on the button. */
  label: string;
  /** Name in `createSheets` of `src/resources/list/SidePanel.tsx`: makes a row in place of the generated form. */
  sheet?: string;
  /**
   * Makes a row beside the page at `new`, where there is a choice then: the name in `src/resources/dialogs`, the
   * dialog's word, and the page's.
   */
  dialog?: { name: string; label: string; other: string };
};
