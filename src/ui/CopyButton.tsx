import { useEffect, useState } from 'react';
import { copyText } from './copyText.ts';
import { Button, type ButtonLook } from './plain/Button.tsx';

/** A refusal asks the user to act, so it is shown longer. */
const SHOWN_MS = { copied: 1000, refused: 8000 };

type Props = ButtonLook & {
  /** A function creates the text on demand. */
  text: string | (() => string);
  onCopied?: () => void;
  /** "Copy" or more: "Copy details". */
  children?: string;
};

type State = 'ready' | 'copied' | 'refused';

/** Shows that it worked, or that the browser denied it. */
export function CopyButton({ text, onCopied, children = 'Copy', size = 'inline', ...look }: Props) {
  const [state, setState] = useState<State>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS[state]);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    const copied = await copyText(typeof text === 'string' ? text : text());
    setState(copied ? 'copied' : 'refused');
    onCopied?.();
  };
  const words = { ready: children, copied: 'Copied', refused: 'Select and copy' }[state];
  return (
    <>
      <Button {...look} size={size} icon={state === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {words}
      </Button>
      <span role="status" className="vh">
        {state === 'ready' ? '' : words}
      </span>
    </>
  );
}
