import type { Sentence } from '../../lib/sentence.ts';
import type { DocumentKind } from '../yaml/kinds/kind.ts';
import type { Copy } from './compareWithServer.ts';
import type { Subject, Written } from './useReview.ts';

/** What a review is given: a text on its way, what is known of its kind, and what comes of it. */
export type ReviewProps = Subject & {
  text: string;
  /** Value of `kind`. */
  kind: string;
  known: DocumentKind;
  /** What a change of the fields of a document says, where its kind has no sentences of its own. */
  describe: (before: unknown, after: unknown) => readonly Sentence[];
  /** Whether a text has mistakes that the server would refuse. */
  isFaulty: (text: string) => boolean;
  /** The server prints documents anew: what it does not keep of this text, if anything. */
  reprint: string | undefined;
  onClose: () => void;
  /** The server did not take this text. */
  onRefused: (error: unknown, text: string) => void;
  onWritten: (written: Written, text: string) => void;
  /** Goes on editing another text, made from another copy of the server. */
  onEdit: (text: string, base: Copy) => void;
};
