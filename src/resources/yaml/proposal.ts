import { useEffect } from 'react';
import { ValueStore } from '../../lib/valueStore.ts';
import { useStore } from '../../ui/useStore.ts';
import { patchYaml, type YamlPath } from '../../wire/yaml.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';

/** An edit of a document that was made elsewhere: one value. `name` is what react-admin knows its resource by. */
export type Proposal = { name: string; id: string; path: YamlPath; value: unknown };

const proposed = new ValueStore<Proposal | undefined>(undefined);

/** The editor of the document puts it into its text as soon as it is open: a draft, never written by itself. */
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
