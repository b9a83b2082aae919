import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CodeHandle } from './monaco/codeHandle.ts';

const LINE = 'line';

/** `?line=8` puts the cursor there once the editor is ready, and goes from the address. */
export function useLineInAddress(code: CodeHandle | undefined): void {
  const [params, setParams] = useSearchParams();
  const line = Number(params.get(LINE));
  useEffect(() => {
    if (!code || !Number.isInteger(line) || line < 1) return;
    code.reveal({ line, column: 1, endLine: line, endColumn: 1 });
    setParams(
      (last) => {
        last.delete(LINE);
        return last;
      },
      { replace: true },
    );
  }, [code, line, setParams]);
}
