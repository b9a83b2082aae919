import type { Problem } from '../../problems/problem.ts';

type Props = { problem: Problem; onFix: (problem: Problem) => void };

/** What is wrong, with the word that was meant as a button. */
export function FaultText({ problem, onFix }: Props) {
  const { message, fix } = problem;
  const quoted = fix && `“${fix.text}”`;
  const at = quoted === undefined ? -1 : message.lastIndexOf(quoted);
  if (!fix || quoted === undefined || at < 0) return message;
  return (
    <>
      {message.slice(0, at)}
      <button type="button" className="link" aria-label={fix.label} onClick={() => onFix(problem)}>
        {fix.text}
      </button>
      {message.slice(at + quoted.length)}
    </>
  );
}
