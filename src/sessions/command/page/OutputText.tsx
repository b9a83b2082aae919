import { memo, useLayoutEffect, useRef, type ClipboardEvent } from 'react';
import { leftOutLabel, readable } from '../run/commandMessages.ts';
import type { OutputBuffer, OutputPiece } from '../run/OutputBuffer.ts';
import styles from './Results.module.css';
import { useOutput } from './usePaced.ts';

type Props = {
  /** Whose output, for readers. */
  label: string;
  buffer: OutputBuffer;
  /** In its place while there is none. */
  silence: string;
};

/** So near the end it follows what comes. */
const FOLLOWS_PX = 24;

const isSame = (before: { pieces: readonly OutputPiece[] }, now: { pieces: readonly OutputPiece[] }): boolean =>
  before.pieces.length === now.pieces.length && before.pieces.every((piece, i) => piece === now.pieces[i]);

/** Lines that belong together; drawn again only when they have changed, and laid out only when they are in sight. */
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

/** A browser would put a line end between two blocks, beside the one that is there. */
function copyAsSaid(event: ClipboardEvent): void {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', selection.getRangeAt(0).cloneContents().textContent);
}

/** Output of one server, with what was left out said at its place. Follows the end as long as one looks at the end. */
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
      onCopy={copyAsSaid}
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
