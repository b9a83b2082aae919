import { saveFile } from '../../../ui/plain/saveFile.ts';

/** Hands a text to the browser's downloads, under a name that file systems take. */
export const saveText = (text: string, title: string): void =>
  saveFile(`${title.replace(/[^\w@.-]+/g, '_')}.txt`, new Blob([text], { type: 'text/plain' }));
