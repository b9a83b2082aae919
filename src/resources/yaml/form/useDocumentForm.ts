import { useMemo, useRef, useState, useEffect } from 'react';
import { patchYaml, renameYamlKey, type YamlPath } from '../../../wire/yaml.ts';
import { ENTER_NOTE, KEPT_NOTE, RENEWED_NOTE } from '../../../wire/secretNotes.ts';
import { hideSecrets, secretsIn, type Secret } from '../../../wire/secretText.ts';
import { readPlainValue } from '../readPlainValue.ts';
import type { CodeHandle } from '../monaco/codeHandle.ts';
import type { OpenedDocument } from '../openDocument.ts';
import { pathSteps } from '../../../lib/pathSteps.ts';
import type { FormTools } from './inputProps.ts';
import { writeField } from './writeField.ts';

const isSame = (a: YamlPath, b: YamlPath): boolean => a.join() === b.join();

/** What a form beside the text does to it. Secrets go another way: they are kept here until they are written. */
export function useDocumentForm({ session, type, rules, refusals }: OpenedDocument, code: CodeHandle | undefined) {
  const [typed, setTyped] = useState<readonly Secret[]>([]);
  const { secrets: hidden = [] } = type;
  const isNew = rules.name === undefined;
  const note = isNew ? ENTER_NOTE : KEPT_NOTE;
  const codeNow = useRef(code);
  useEffect(() => void (codeNow.current = code), [code]);

  const { write, tools } = useMemo(() => {
    const write = (text: string | undefined) => {
      if (text === undefined) return;
      session.edit(text);
      codeNow.current?.change(text);
      session.checkNow();
    };
    const reveal = (path: YamlPath) => codeNow.current?.show(session.state.get().checked.places.ofKey(path));
    const tools: FormTools = {
      change(path, value) {
        const before = isNew ? undefined : readPlainValue(session.state.get().base.text);
        write(writeField(session.text, path, value, before));
        reveal(path);
      },
      rename(path, name) {
        write(renameYamlKey(session.text, path, name));
        reveal([...path.slice(0, -1), name]);
      },
      fix: ({ range, fix }) => fix && codeNow.current?.replace(range, fix.text),
      show: (path) => codeNow.current?.reveal(session.state.get().checked.places.ofKey(path)),
    };
    return { write, tools };
  }, [session, isNew]);

  return {
    typed,
    tools,
    forget: () => setTyped([]),
    focus: (path: string) => codeNow.current?.show(session.state.get().checked.places.ofKey(pathSteps(path))),
    enter: (path: YamlPath, value: string | undefined): void => {
      refusals.forget(path);
      const others = typed.filter((secret) => !isSame(secret.path, path));
      setTyped(value === undefined ? others : [...others, { path, value }]);
      const asked = patchYaml(session.text, path, null);
      write(asked === undefined ? undefined : hideSecrets(asked, [path], value === undefined ? note : RENEWED_NOTE));
    },
    /** What is to be written, in two parts: the text that may be shown, and what stays hidden in it. */
    take(): { text: string; secrets: readonly Secret[] } {
      const inText = secretsIn(session.text, hidden);
      const secrets = [...typed.filter(({ path }) => !inText.some((one) => isSame(one.path, path))), ...inText];
      setTyped(secrets);
      const text = hideSecrets(
        session.text,
        inText.map(({ path }) => path),
        RENEWED_NOTE,
      );
      // What nobody has entered is not to be spoken of as if somebody had.
      return { text: text.replaceAll(` ${ENTER_NOTE}`, ''), secrets };
    },
    /** For files: nothing hidden leaves the page. */
    shown: (): string => hideSecrets(session.text, hidden, note),
  };
}
