import type { ReactNode } from 'react';
import type { Sentence } from '../../lib/sentence.ts';
import { ReachEffects } from '../access/ReachEffects.tsx';
import type { DocumentKind } from '../yaml/kinds/kind.ts';
import { Holders } from './Holders.tsx';
import { Sentences } from './Sentences.tsx';

type Props = {
  title: string;
  sentences: readonly Sentence[];
  known: DocumentKind;
  /** Name of the document, and what it is: "role". */
  id: string;
  what: string;
  /** The text that would be written, and the server's; absent: nothing is written. */
  texts?: { after: string; before: string | undefined } | undefined;
  /** Above the sentences: notes, choices. */
  children?: ReactNode;
};

/** What a change does, to whom, and when. */
export const EffectsPane = ({ title, sentences, known, id, what, texts, children }: Props) => (
  <>
    {children}
    <h3>{title}</h3>
    {known.reach && texts ? (
      <ReachEffects sentences={sentences} text={texts.after} saved={texts.before} />
    ) : (
      <Sentences sentences={sentences} />
    )}
    {known.heldBy && (
      <>
        <h3>Who is affected</h3>
        <Holders heldBy={known.heldBy} id={id} what={what} />
      </>
    )}
    {known.takesEffect && (
      <>
        <h3>When</h3>
        <p>{known.takesEffect}</p>
      </>
    )}
  </>
);
