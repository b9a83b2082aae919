import { createContext, use, type ComponentType } from 'react';
import type { CommandFactorProps } from '../../command/page/RunFactor.tsx';
import type { AssistDesk } from '../session/AssistDesk.ts';

/** What the console provides to all parts of Assist. */
export type AssistParts = {
  desk: AssistDesk;
  FactorPrompt: ComponentType<CommandFactorProps>;
  /** Opens the access check for the user's own access to a server. */
  checkAccess: (nodeId: string, login: string | undefined) => void;
  /** Returns the full path of the player of a session. */
  recordingHref: (sid: string) => string;
};

export const AssistPartsContext = createContext<AssistParts | undefined>(undefined);

export function useAssist(): AssistParts {
  const parts = use(AssistPartsContext);
  if (!parts) throw new Error('useAssist works only inside Assist');
  return parts;
}
