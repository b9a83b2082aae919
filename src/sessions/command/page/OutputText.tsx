import { memo, useLayoutEffect, useRef, type ClipboardEvent } from 'react';
import { leftOutLabel, readable } from '../run/commandMessages.ts';
import type { OutputBuffer, OutputPiece } from '../run/OutputBuffer.ts';
import styles from './Results.module.css';
import { useOutput } from './usePaced.ts';

type Props = {
  /** The server of the output, for screen readers. */
  label: string;
  buffer: OutputBuffer;
  /** Shown while there is no output. */
  silence: string;
};

/** Within this distance of the end, it follows new output. */
const FOLLOWS_PX = 24;

const isSame = (before: { pieces: readonly OutputPiece[] }, now: { pieces: readonly OutputPiece[] }): boolean =>
  before.pieces.length === now.pieces.length && before.pieces.every((piece, i) => piece === now.pieces[i]);

/** Neighbouring lines. Rendered again only when they change, and laid out only when they are visible. */
const Block = memo(
  ({ pieces }: { pieces: readonly OutputPiece[] }) => (
    <span className={styles.lines} style={{ containIntrinsicSize: `auto ${linePx(pieces)}px` }}>
      {pieces.map(({ id, source, text }) => (
        <span key={id} className={source === 'stderr' ? styles.stderr : undefined}>
          {readable(text)}
        </span>
      ))}
    </span>
  ),
  isSame,
);

const LINE_PX = 18;
const linePx = (pieces: readonly OutputPiece[]): number =>
  LINE_PX * pieces.reduce((lines, { text }) => lines + text.split('\n').length - 1, 1);

/** A piece that begins within a line belongs to the block of that line. */
function blocksOf(pieces: readonly OutputPiece[]): readonly (readonly OutputPiece[])[] {
  const blocks: OutputPiece[][] = [];
  for (const piece of pieces) {
    const block = blocks.at(-1);
    if (block && !block.at(-1)?.text.endsWith('\n')) block.push(piece);
    else blocks.push([piece]);
  }
  return blocks;
}

const Blocks = ({ pieces }: { pieces: readonly OutputPiece[] }) =>
  blocksOf(pieces).map((block) => <Block key={block[0]?.id} pieces={block} />);

/** Copies the text itself: the browser would add a line end between two blocks. */
function copyPlainText(event: ClipboardEvent): void {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', selection.getRangeAt(0).cloneContents().textContent);
}

/**
 * Output of one server, with a note at the place of omitted output. Follows the end while the user is scrolled to it.
 */
export function OutputText({ label, buffer, silence }: Props) {
  const { head, leftOut, tail } = useOutput(buffer);
  const box = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [head, tail]);
  if (head.length === 0) return <p className={styles.silence}>{silence}</p>;
  return (
    <pre
      ref={box}
      className={styles.output}
      tabIndex={0}
      role="region"
      aria-label={label}
      onCopy={copyPlainText}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < FOLLOWS_PX;
      }}
    >
      <Blocks pieces={head} />
      {leftOut.bytes > 0 && <span className={styles.leftOut}>{leftOutLabel(leftOut)}</span>}
      <Blocks pieces={tail} />
    </pre>
  );
}
