import { useLayoutEffect, useRef } from 'react';
import type { OutputBuffer, OutputPiece } from '../run/OutputBuffer.ts';
import { readable } from '../run/readable.ts';
import { leftOutWords } from '../run/words.ts';
import styles from './Results.module.css';
import { useOutput } from './useOutput.ts';

type Props = {
  /** Whose output, for readers. */
  label: string;
  buffer: OutputBuffer;
  /** In its place while there is none. */
  silence: string;
};

/** So near the end it follows what comes. */
const FOLLOWS_PX = 24;

const Pieces = ({ pieces }: { pieces: readonly OutputPiece[] }) =>
  pieces.map(({ source, text }, i) =>
    source === 'stderr' ? (
      <span key={i} className={styles.stderr}>
        {readable(text)}
      </span>
    ) : (
      <span key={i}>{readable(text)}</span>
    ),
  );

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
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < FOLLOWS_PX;
      }}
    >
      <Pieces pieces={head} />
      {leftOut.bytes > 0 && <span className={styles.leftOut}>{leftOutWords(leftOut)}</span>}
      <Pieces pieces={tail} />
    </pre>
  );
}
