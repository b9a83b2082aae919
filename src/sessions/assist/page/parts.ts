import { createContext, use, type ComponentType } from 'react';
import type { CommandFactorProps } from '../../command/page/RunFactor.tsx';
import type { AssistDesk } from '../session/AssistDesk.ts';

/** What the console gives to all parts of Assist. */
export type AssistParts = {
  desk: AssistDesk;
  FactorPrompt: ComponentType<CommandFactorProps>;
  /** Lays the check of access over the page: of oneself, to a server. */
  checkAccess: (nodeId: string, login: string | undefined) => void;
  /** Full path of the player of a session. */
  recordingHref: (sid: string) => string;
};

export const AssistPartsContext = createContext<AssistParts | undefined>(undefined);

export function useAssist(): AssistParts {
  const parts = use(AssistPartsContext);
  if (!parts) throw new Error('useAssist works only inside Assist');
  return parts;
}
