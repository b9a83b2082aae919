import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { askBeforeUnload } from '../lib/askBeforeUnload.ts';
import { Field, type FieldTexts } from './plain/Field.tsx';
import { Icon } from './plain/Icon.tsx';
import { AS_TYPED } from './plain/TextField.tsx';
import { cx } from './plain/cx.ts';
import { isOpenTemplate, optionsFor, splitLines, splitTokens } from './tokens.ts';
import styles from './TokenField.module.css';
import { useListbox } from './useListbox.ts';

type Props = FieldTexts & {
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** The initial values. New ones are marked. */
  before?: readonly string[] | undefined;
  /** The options; absent: any text is accepted. */
  options?: readonly string[] | undefined;
  /** Names outside the options are accepted too. Enter accepts the typed text if no option matches. */
  open?: boolean | undefined;
  /**
   * For `open` fields: the typed text has priority, and an option counts only if the user moved to it with the arrows.
   */
  typedFirst?: boolean | undefined;
  /** Names may have blanks and commas. Only Enter ends a name, and a pasted list has one per line. */
  byLine?: boolean | undefined;
  /** Marks templates, and names that are wrong. */
  lookOf?: ((name: string) => 'template' | 'wrong' | undefined) | undefined;
  /** Shown in the list if no option matches: "No role is called that". */
  none?: string;
  placeholder?: string | undefined;
  /** Called when unaccepted text appears in the field or goes. It would be lost on leaving. */
  onPending?: ((isPending: boolean) => void) | undefined;
  /** Label and control in one line, for one of many. */
  inline?: boolean;
};

/**
 * Several names in one field. Typing filters the list, Enter accepts, Backspace in an empty input removes the last
 * name. Without options a comma or a blank ends a name, so that a list can be pasted.
 */
export function TokenField(props: Props) {
  const { label, help, values, onChange, before, options, open, none, placeholder, inline } = props;
  const { typedFirst, byLine, lookOf, onPending } = props;
  const split = byLine ? splitLines : splitTokens;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const isPending = text.trim() !== '';
  const reportPending = useEffectEvent((pending: boolean) => onPending?.(pending));
  useEffect(() => reportPending(isPending), [isPending]);
  useEffect(() => (isPending ? askBeforeUnload(() => true) : undefined), [isPending]);
  const error = props.error ?? (isLeft && isPending ? 'Not added. Choose one from the list' : undefined);
  const input = useRef<HTMLInputElement>(null);
  const offered = options ? optionsFor(options, values, text) : [];
  const showsList = isOpen && options !== undefined && (offered.length > 0 || text.trim() !== '');
  const listbox = useListbox(offered, { isOpen: showsList, start: typedFirst ? 'none' : 'first' });
  const chosen = offered[listbox.active];
  // In a dialog the options may open below its edge.
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (showsList) list.current?.scrollIntoView({ block: 'nearest' });
  }, [showsList]);

  const add = (names: readonly string[]) => {
    setText('');
    listbox.reset();
    // The next Enter must not accept an option that the user has not seen.
    setOpen(false);
    const fresh = names.filter((name) => !values.includes(name));
    if (fresh.length > 0) onChange([...values, ...new Set(fresh)]);
  };
  const remove = (name: string) => {
    onChange(values.filter((value) => value !== name));
    input.current?.focus();
  };
  const take = () => {
    if (!options || (open && chosen === undefined)) add(split(text));
    else if (chosen !== undefined) add([chosen]);
  };
  const type = (typed: string) => {
    listbox.reset();
    setOpen(true);
    const ended = (!options || typedFirst === true) && !byLine && /[\s,]$/.test(typed) && !isOpenTemplate(typed);
    if (ended) add(split(typed));
    else setText(typed);
  };
  /** Splits a pasted list into names. A single-line input would join its lines. */
  const paste = (event: ClipboardEvent) => {
    const names = split(event.clipboardData.getData('text'));
    if (names.length < 2) return;
    event.preventDefault();
    const isKnown = (name: string) => !options || open === true || options.includes(name);
    add(names.filter(isKnown));
    setText(names.filter((name) => !isKnown(name)).join(' '));
    setOpen(true);
  };
  const leave = () => {
    setOpen(false);
    setLeft(true);
    // A name that is not in the list stays visible. Free text, and a name in the list, are accepted without Enter.
    const typed = text.trim();
    if (!options || typedFirst || (open && offered.length === 0)) take();
    else if (offered.includes(typed) || values.includes(typed)) add([typed]);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'Enter':
        if (text === '' && !showsList) return;
        take();
        break;
      case 'ArrowDown':
      case 'ArrowUp':
        if (!options) return;
        if (!isOpen) setOpen(true);
        else listbox.onArrow(event);
        break;
      case 'Escape':
        if (!showsList) return;
        setOpen(false);
        event.stopPropagation();
        break;
      case 's':
        // Ctrl S saves the typed text too.
        if (event.ctrlKey || event.metaKey) flushSync(leave);
        return;
      case 'Backspace': {
        const last = values.at(-1);
        if (text !== '' || last === undefined) return;
        remove(last);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <div className={cx(styles.tokens, inline && styles.inline)}>
      <Field label={label} error={error} help={help}>
        {(aria) => (
          // A press beside the input focuses it. Keyboards reach the input itself.
          <div
            className={cx(styles.box, error !== undefined && 'wrong')}
            role="presentation"
            onClick={({ target }) => {
              if (target instanceof Element && target.closest('button, li')) return;
              input.current?.focus();
              setOpen(true);
            }}
          >
            {values.map((value) => (
              <span
                key={value}
                className={cx(
                  styles.token,
                  before && !before.includes(value) && styles.fresh,
                  lookOf && styles[lookOf(value) ?? ''],
                )}
              >
                {value}
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={`Remove ${value}`}
                  onClick={() => remove(value)}
                >
                  <Icon name="x" size={12} />
                </button>
              </span>
            ))}
            <input
              {...aria}
              {...(options && listbox.input)}
              ref={input}
              className={styles.input}
              value={text}
              placeholder={values.length === 0 ? placeholder : undefined}
              {...AS_TYPED}
              onChange={(event) => type(event.target.value)}
              onFocus={() => setLeft(false)}
              onBlur={leave}
              onKeyDown={onKeyDown}
              onPaste={paste}
            />
            {showsList && (
              <ul ref={list} {...listbox.list} aria-label="Choices" className={styles.list}>
                {offered.map((name, i) => (
                  <li
                    key={name}
                    {...listbox.option(i)}
                    className={cx(styles.option, i === listbox.active && styles.current)}
                    onClick={() => add([name])}
                  >
                    {name}
                  </li>
                ))}
                {offered.length === 0 && (
                  <li role="option" aria-selected={false} aria-disabled className={styles.none}>
                    {none ?? (open ? 'Press Enter to add it as typed' : 'No matches')}
                  </li>
                )}
              </ul>
            )}
          </div>
        )}
      </Field>
    </div>
  );
}
