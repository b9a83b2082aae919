import { useState } from 'react';
import type { AssistContext } from '../../../wire/assist/messages.ts';
import { useAssist } from './parts.ts';

/** Begins a conversation with a message. What was written comes back where that fails. */
export function useBegin(onBegun: (id: string) => void) {
  const { desk } = useAssist();
  const [state, setState] = useState<{ isStarting: boolean; failure: unknown }>({
    isStarting: false,
    failure: undefined,
  });
  const begin = async (text: string, context: readonly AssistContext[]) => {
    setState({ isStarting: true, failure: undefined });
    try {
      const id = await desk.begin(text, context);
      setState({ isStarting: false, failure: undefined });
      onBegun(id);
    } catch (error) {
      desk.newDraft.fill(text, context);
      setState({ isStarting: false, failure: error });
    }
  };
  return { ...state, onBegin: (text: string, context: readonly AssistContext[]) => void begin(text, context) };
}
