import { useEffect } from 'react';
import { ValueStore } from '../../lib/valueStore.ts';
import { useStore } from '../../ui/useStore.ts';
import { patchYaml, type YamlPath } from '../../wire/yaml.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';

/** A change of one value of a document, made on another page. `name` is react-admin's name of its resource. */
export type Proposal = { name: string; id: string; path: YamlPath; value: unknown };

const proposed = new ValueStore<Proposal | undefined>(undefined);

/** The document's editor applies it to its text when it opens. It becomes a draft and is not saved automatically. */
export const propose = (proposal: Proposal): void => proposed.set(proposal);

export function useProposal(
  name: string,
  id: string | undefined,
  code: CodeHandle | undefined,
  text: () => string,
): void {
  const proposal = useStore(proposed);
  useEffect(() => {
    if (!code || proposal?.name !== name || proposal.id !== id) return;
    proposed.set(undefined);
    const patched = patchYaml(text(), proposal.path, proposal.value);
    if (patched !== undefined) code.change(patched);
  }, [code, proposal, name, id, text]);
}
