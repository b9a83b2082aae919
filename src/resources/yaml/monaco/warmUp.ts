import { whenIdle } from '../../../lib/work.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { monaco } from '../../monaco/monaco.ts';
import { newModel } from './monaco.ts';
import { optionsFor } from '../../monaco/options.ts';
import { THEME } from '../../monaco/theme.ts';

const LINES = 'kind: warm # up\nspec:\n  list: [1]\n';
let isWarm = false;

/**
 * Makes an editor that nobody sees and throws it away, when the page has nothing else to do: the first one of a page takes
 * twice as long as those behind it, and whoever opens a document waits for it.
 */
export const warmUp = (): Dispose =>
  whenIdle(() => {
    if (isWarm) return;
    isWarm = true;
    const host = document.createElement('div');
    host.inert = true;
    Object.assign(host.style, { position: 'fixed', visibility: 'hidden', width: '600px', height: '400px' });
    document.body.append(host);
    const model = newModel('warm', LINES);
    const options = optionsFor({ label: '', isPhone: false, readOnly: true });
    const editor = monaco.editor.create(host, { ...options, theme: THEME, model });
    editor.render(true);
    editor.dispose();
    model.dispose();
    host.remove();
  });
