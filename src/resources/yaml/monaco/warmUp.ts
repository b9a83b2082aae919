import { whenIdle } from '../../../lib/work.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { monaco } from '../../monaco/monaco.ts';
import { newModel } from './monaco.ts';
import { optionsFor } from '../../monaco/options.ts';
import { THEME } from '../../monaco/theme.ts';

const LINES = 'kind: warm # up\nspec:\n  list: [1]\n';
let isWarm = false;

/**
 * Creates a hidden editor and disposes it when the page is idle. The first editor of a page takes twice as long as the
 * later ones, and users would wait for it when they open a document.
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
