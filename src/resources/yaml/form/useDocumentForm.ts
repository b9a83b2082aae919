import { useMemo, useRef, useState, useEffect } from 'react';
import { patchYaml, renameYamlKey, type YamlPath, parseYaml, withValueAt } from '../../../wire/yaml.ts';
import { ENTER_NOTE, KEPT_NOTE, RENEWED_NOTE } from '../../../wire/documentSecrets.ts';
import { hideSecrets, secretsIn, type Secret } from '../../../wire/secretText.ts';
import { at, isObject, pathSteps } from '../../../lib/json.ts';
import { readPlainValue } from '../problems/checkDocument.ts';
import type { CodeHandle } from '../monaco/codeHandle.ts';
import type { OpenedDocument } from '../openDocument.ts';
import { pathText } from '../problems/problem.ts';
import type { FormTools } from './inputProps.ts';

const isSame = (a: YamlPath, b: YamlPath): boolean => a.join() === b.join();

/** How the form changes the text. Secrets are not in the text: they are kept here until they are written. */
export function useDocumentForm({ session, type, rules, refusals }: OpenedDocument, code: CodeHandle | undefined) {
  const [typed, setTyped] = useState<readonly Secret[]>([]);
  const { secrets: hidden = [] } = type;
  const isNew = rules.name === undefined;
  const note = isNew ? ENTER_NOTE : KEPT_NOTE;
  const lastTyped = useRef<{ field: string; text: string }>(undefined);
  const codeNow = useRef(code);
  useEffect(() => void (codeNow.current = code), [code]);

  const { write, tools } = useMemo(() => {
    /**
     * `field`: the field that the user types in. One undo reverts all typing in it without another change in between.
     */
    const write = (text: string | undefined, field?: string) => {
      if (text === undefined) return;
      const goesOn =
        field !== undefined && lastTyped.current?.field === field && lastTyped.current.text === session.text;
      session.edit(text);
      codeNow.current?.change(text, goesOn);
      lastTyped.current = field === undefined ? undefined : { field, text: session.text };
      session.checkNow();
    };
    const reveal = (path: YamlPath) => codeNow.current?.show(session.state.get().checked.ranges.ofKey(path));
    const tools: FormTools = {
      change(path, value) {
        const before = isNew ? undefined : readPlainValue(session.state.get().base.text);
        write(writeField(session.text, path, value, before), isTyped(value) ? pathText(path) : undefined);
        reveal(path);
      },
      rename(path, name) {
        write(renameYamlKey(session.text, path, name));
        reveal([...path.slice(0, -1), name]);
      },
      fix: ({ range, fix }) => fix && codeNow.current?.replace(range, fix.text),
      show: (path) => codeNow.current?.reveal(session.state.get().checked.ranges.ofKey(path)),
    };
    return { write, tools };
  }, [session, isNew]);

  return {
    typed,
    tools,
    forget: () => setTyped([]),
    focus: (path: string) => codeNow.current?.show(session.state.get().checked.ranges.ofKey(pathSteps(path))),
    enter: (path: YamlPath, value: string | undefined): void => {
      refusals.forget(path);
      const others = typed.filter((secret) => !isSame(secret.path, path));
      setTyped(value === undefined ? others : [...others, { path, value }]);
      const after = patchYaml(session.text, path, null);
      write(after === undefined ? undefined : hideSecrets(after, [path], value === undefined ? note : RENEWED_NOTE));
    },
    /** What to write, in two parts: the text that may be shown, and the secrets to put into it. */
    take(): { text: string; secrets: readonly Secret[] } {
      const inText = secretsIn(session.text, hidden);
      const secrets = [...typed.filter(({ path }) => !inText.some((one) => isSame(one.path, path))), ...inText];
      setTyped(secrets);
      const text = hideSecrets(
        session.text,
        inText.map(({ path }) => path),
        RENEWED_NOTE,
      );
      // The text must not state that a value was entered if it was not.
      return { text: text.replaceAll(` ${ENTER_NOTE}`, ''), secrets };
    },
    /** For files: secrets do not leave the page. */
    shown: (): string => hideSecrets(session.text, hidden, note),
  };
}

/**
 * Focuses the field of the innermost part of a path that has one, else the first field. False if the form has the focus
 * already, or has no field.
 */
export function focusInput(page: HTMLElement | null, path: YamlPath): boolean {
  if (!page || document.activeElement?.closest('[data-path]')) return false;
  for (let length = path.length; length > 0; length--) {
    const field = page.querySelector(`[data-path="${CSS.escape(pathText(path.slice(0, length)))}"]`);
    if (field && focusIn(field)) return true;
  }
  return [...page.querySelectorAll('[data-path]')].some(focusIn);
}

/** Buttons come last, because buttons inside a field may remove values. */
function focusIn(field: Element): boolean {
  const input =
    field.querySelector<HTMLElement>('input, textarea, select') ?? field.querySelector<HTMLElement>('button');
  input?.focus();
  return input !== null && document.activeElement === input;
}

/** Fields write these values at each key stroke. Other values are written by one choice. */
const isTyped = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) || (Array.isArray(value) && value.length === 1);

const isNothing = (value: unknown): boolean =>
  (isObject(value) && Object.keys(value).length === 0) || (Array.isArray(value) && value.length === 0);

/**
 * The text after a field of the form was changed. The value undefined removes the field, and its parents if they become
 * empty, unless the server has them. Undefined if the text cannot be parsed.
 */
export function writeField(text: string, path: YamlPath, value: unknown, before: unknown): string | undefined {
  if (value !== undefined) return patchYaml(text, path, value);
  const parsed = parseYaml(text);
  if (!parsed.ok) return undefined;
  if (at(parsed.value, ...path) === undefined) return text;
  const without = withValueAt(parsed.value, path, undefined);
  let length = path.length;
  while (
    length > 1 &&
    isNothing(at(without, ...path.slice(0, length - 1))) &&
    at(before, ...path.slice(0, length - 1)) === undefined
  )
    length--;
  return patchYaml(text, path.slice(0, length), undefined);
}
