import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentForm as Form, DocumentInput, FormSection } from '../../../descriptors/documentTypes.ts';
import { at } from '../../../lib/json.ts';
import { whenIdle } from '../../../lib/work.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Note } from '../../../ui/plain/Note.tsx';
import type { Secret } from '../../../wire/secretText.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import { pathText, type Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import styles from './DocumentForm.module.css';
import { FormIndex, sectionState } from './FormIndex.tsx';
import { FormInput, RememberedField } from './FormInput.tsx';
import { faultOf, onlyInText, problemsAt, sectionsOf, stepsOf } from './formField.ts';
import type { FormTools } from './inputProps.ts';
import { SecretInput } from './inputs/SecretInput.tsx';

type Props = {
  form: Form;
  /** Paths of values that are never shown. */
  secrets: readonly YamlPath[];
  schema: LoadedSchema;
  isNew: boolean;
  /** The parsed text; undefined if it cannot be parsed. */
  value: unknown;
  /** The server's document, and when it was read. */
  before: unknown;
  readAtMs: number;
  problems: readonly Problem[];
  /** Secrets that were entered here. */
  typed: readonly Secret[];
  /** Why the form is disabled. */
  off: string | undefined;
  /** Paths that the server's configuration file decides. */
  fixed: readonly string[] | undefined;
  /** The path at the cursor in the text; undefined while the text does not have the focus. */
  lit: YamlPath | undefined;
  tools: FormTools;
  onSecret: (path: YamlPath, value: string | undefined) => void;
  /** The user focused the field of this path, given as text. */
  onFocus: (path: string) => void;
};

const FIXED = 'Set in gateway.yaml. Change it there';

/** Space above a field that is scrolled into view. */
const HEAD_ROOM_PX = 16;

/**
 * The document as fields. Its text is the source: each change is written into it, and the fields show what it contains.
 */
export function DocumentForm(props: Props) {
  const { form, schema, isNew, value, before, problems, off, lit, onFocus, tools } = props;
  const sections = useMemo(() => sectionsOf(form, isNew), [form, isNew]);
  const hasIndex = sections.length > 1;
  const [made, setMade] = useState(hasIndex ? 0 : sections.length);
  const [current, setCurrent] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  const rest = useMemo(() => onlyInText(sections, schema, value), [sections, schema, value]);
  const states = useMemo(
    () => sections.map((section) => sectionState(section, value, isNew ? undefined : before, problems)),
    [sections, value, before, problems, isNew],
  );
  useEffect(() => {
    // The text has priority, so a long form is drawn section by section in idle time.
    if (made < sections.length) return whenIdle(() => setMade((n) => n + 1), 0);
  }, [made, sections]);

  const sectionAt = (nth: number) => scroller.current?.querySelector<HTMLElement>(`[data-section="${nth}"]`);
  /** Before, the sections off the screen have no layout, and their heights are estimates. */
  const layOut = () => scroller.current?.setAttribute('data-laid-out', '');
  const scrollTo = (part: HTMLElement | null | undefined) => {
    const box = scroller.current;
    if (!part || !box) return;
    layOut();
    box.scrollTop += part.getBoundingClientRect().top - box.getBoundingClientRect().top - HEAD_ROOM_PX;
  };
  const goTo = (nth: number) => {
    if (nth >= made) flushSync(() => setMade(nth + 1));
    setCurrent(nth);
    scrollTo(sectionAt(nth));
  };
  // The field of the line with the cursor is scrolled into view.
  const litField = lit && pathText(lit);
  useEffect(() => {
    const [box, field] = [scroller.current, scroller.current?.querySelector<HTMLElement>('[data-lit]')];
    if (litField === undefined || !box || !field) return;
    const [shown, fieldBox] = [box.getBoundingClientRect(), field.getBoundingClientRect()];
    if (fieldBox.top < shown.top || fieldBox.bottom > shown.bottom) scrollTo(field);
  }, [litField]);
  const scrolled = () => {
    const box = scroller.current;
    if (!box) return;
    layOut();
    const top = box.getBoundingClientRect().top + 24;
    const isEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
    const passed = sections.findLastIndex((_, nth) => (sectionAt(nth)?.getBoundingClientRect().top ?? Infinity) <= top);
    if (!isEnd) setCurrent(Math.max(0, passed));
  };

  return (
    <section
      className={cx(styles.pane, !hasIndex && styles.single)}
      aria-label={form.title}
      onFocus={({ target }) => {
        const path = target.closest<HTMLElement>('[data-path]')?.dataset['path'];
        if (path !== undefined) onFocus(path);
      }}
    >
      {hasIndex && value !== undefined && (
        <FormIndex
          {...{ sections, states, current }}
          onPick={goTo}
          others={rest.length}
          onOthers={() => {
            flushSync(() => setMade(sections.length));
            scrollTo(scroller.current?.querySelector<HTMLElement>('[data-rest]'));
          }}
        />
      )}
      <section
        className={styles.form}
        ref={scroller}
        tabIndex={off === undefined ? undefined : 0}
        onScroll={hasIndex ? scrolled : undefined}
      >
        {!hasIndex && (
          <>
            <h2>{form.title}</h2>
            <p className={styles.about}>{form.text}</p>
          </>
        )}
        {value === undefined ? (
          <Note kind="warn" title="The text is invalid.">
            The fields return as soon as you fix the first error.
          </Note>
        ) : (
          <fieldset className={styles.whole} disabled={off !== undefined}>
            <legend className="vh">{form.title}</legend>
            {sections.slice(0, made).map((section, nth) => (
              <Section key={nth} {...props} section={section} nth={nth} hasHead={hasIndex} />
            ))}
            {made >= sections.length && <OnlyInText paths={rest} onPick={tools.show} />}
          </fieldset>
        )}
      </section>
    </section>
  );
}

function Section({ section, nth, hasHead, ...props }: Props & { section: FormSection; nth: number; hasHead: boolean }) {
  const { title, text, inputs, group } = section;
  return (
    <div className={styles.section} data-section={nth}>
      {hasHead && (
        <>
          <h2>{group === undefined ? title : `${group}: ${title}`}</h2>
          {text !== undefined && <p className={styles.about}>{text}</p>}
        </>
      )}
      <div className={styles.fields}>
        {inputs.map((input) => (
          <Field key={input.path} {...props} input={input} />
        ))}
      </div>
    </div>
  );
}

function Field({ input, ...props }: Props & { input: DocumentInput }) {
  const { secrets, schema, isNew, value, before, readAtMs, problems, typed, fixed, lit, tools, onSecret } = props;
  const isFixed = fixed?.includes(input.path) ?? false;
  const off = props.off ?? (isFixed ? FIXED : undefined);
  const steps = stepsOf(input);
  const fieldValue = at(value, ...steps);
  const isLit =
    lit !== undefined && (pathText(lit) === input.path || pathText(lit.slice(0, steps.length)) === input.path);
  const isSecret = secrets.some((secret) => secret.join('.') === input.path);
  const fault = isSecret ? faultOf(problems, input.path) : undefined;
  return (
    <div
      className={cx(styles.field, input.half && styles.half, isLit && styles.lit)}
      {...(isLit && { 'data-lit': '' })}
    >
      {isSecret ? (
        <div data-path={input.path}>
          <SecretInput
            key={readAtMs}
            label={input.label}
            path={input.path}
            help={fault?.severity === 'warning' ? fault.message : input.help}
            isKept={!isNew}
            isInText={fieldValue !== undefined && fieldValue !== null && fieldValue !== ''}
            typed={typed.find(({ path }) => path.join('.') === input.path)?.value}
            off={off}
            error={fault?.severity === 'error' ? fault.message : undefined}
            onType={(text) => onSecret(steps, text)}
          />
        </div>
      ) : (
        <RememberedField
          Part={FormInput}
          input={isFixed ? { ...input, help: FIXED } : input}
          path={steps}
          schema={schema}
          value={fieldValue}
          before={isNew ? undefined : at(before, ...steps)}
          problems={problemsAt(problems, input.path)}
          off={off}
          tools={tools}
        />
      )}
    </div>
  );
}

/** Lists the parts that the form does not show, so that the user does not think they are absent. */
function OnlyInText({ paths, onPick }: { paths: readonly YamlPath[]; onPick: (path: YamlPath) => void }) {
  if (paths.length === 0) return null;
  return (
    <div className={styles.section} data-rest="">
      <h2>Only in YAML</h2>
      <p className={styles.about}>The form does not show these fields. They are kept unchanged.</p>
      <ul className={styles.rest}>
        {paths.map((path) => (
          <li key={pathText(path)}>
            <button type="button" className="link mono" onClick={() => onPick(path)}>
              {pathText(path)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
