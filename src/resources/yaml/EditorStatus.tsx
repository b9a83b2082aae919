import { StatusBar, type KeyHint } from '../../ui/StatusBar.tsx';
import { Time } from '../../ui/Time.tsx';
import type { Base } from './drafts.ts';
import type { Places } from './problems/Places.ts';
import { inputFor, stepsOf } from './form/formField.ts';
import { pathText } from './problems/problem.ts';
import type { DocumentForm } from '../../descriptors/documentTypes.ts';
import type { YamlPath } from '../../wire/yaml.ts';

const KEYS: readonly KeyHint[] = [
  { keys: ['Ctrl+S'], hint: 'review' },
  { keys: ['Ctrl+Space'], hint: 'complete' },
  { keys: ['F8'], hint: 'next problem' },
  { keys: ['Ctrl+M'], hint: 'Tab leaves the text' },
  { keys: ['?'], hint: 'all keys' },
];

const FORM_KEYS: readonly KeyHint[] = [
  { keys: ['Ctrl+S'], hint: 'review' },
  { keys: ['F6'], hint: 'form ↔ YAML' },
  { keys: ['F8'], hint: 'next problem' },
  { keys: ['?'], hint: 'all keys' },
];

type Props = {
  cursor: { line: number; column: number };
  places: Places;
  base: Base;
  isNew: boolean;
  /** The form beside the text, where it is shown. */
  form: DocumentForm | undefined;
};

/** `Server labels › team`; as the document says it where the form has no word for it. */
function fieldLabel(path: YamlPath, form: DocumentForm | undefined): string {
  const input = form && inputFor(form.sections, path);
  if (!input) return pathText(path);
  const inside = path.slice(stepsOf(input).length).map((step) => (typeof step === 'number' ? step + 1 : step));
  return [input.label, ...inside].join(' › ');
}

/** Where the cursor is, and how old what it is compared with. */
export function EditorStatus({ cursor: { line, column }, places, base, isNew, form }: Props) {
  const field = fieldLabel(places.pathAt(line, column), form);
  return (
    <StatusBar keys={form ? FORM_KEYS : KEYS}>
      <span>{`Line ${line}, column ${column}`}</span>
      {field && <span className="t3">{`Field: ${field}`}</span>}
      <span className="t3">
        {isNew ? (
          'Not on the server yet'
        ) : (
          <>
            Server’s copy read <Time date={new Date(base.readAtMs)} show="time" />
          </>
        )}
      </span>
    </StatusBar>
  );
}
