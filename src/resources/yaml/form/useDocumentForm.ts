import { useState } from 'react';
import { patchYaml } from '../../../wire/yaml.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import { ENTER_NOTE, KEPT_NOTE, RENEWED_NOTE } from '../../../wire/secretNotes.ts';
import { hideSecrets, secretsIn } from '../../../wire/secretText.ts';
import type { Secret } from '../../../wire/secretText.ts';
import type { CodeHandle } from '../monaco/codeHandle.ts';
import type { OpenedDocument } from '../openDocument.ts';
import { pathOf } from '../problems/problem.ts';

const isSame = (a: YamlPath, b: YamlPath): boolean => a.join() === b.join();

/** What a form beside the text does to it. Secrets go another way: they are kept here until they are written. */
export function useDocumentForm({ session, type, rules }: OpenedDocument, code: CodeHandle | undefined) {
  const [typed, setTyped] = useState<readonly Secret[]>([]);
  const { secrets: hidden = [] } = type;
  const isNew = rules.name === undefined;
  const note = isNew ? ENTER_NOTE : KEPT_NOTE;

  const write = (text: string | undefined) => {
    if (text === undefined) return;
    session.edit(text);
    code?.change(text);
    session.checkNow();
  };
  const reveal = (path: YamlPath) => code?.show(session.state.get().checked.places.ofKey(path));

  return {
    typed,
    forget: () => setTyped([]),
    focus: (path: string) => reveal(pathOf(path)),
    change: (path: YamlPath, value: unknown): void => {
      write(patchYaml(session.text, path, value));
      reveal(path);
    },
    enter: (path: YamlPath, value: string | undefined): void => {
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
