import { useStore } from '../../../ui/useStore.ts';
import type { TerminalSession } from '../session/TerminalSession.ts';
import type { PaneFiles } from './PaneFiles.ts';

/** Why no file can be moved in this session now; undefined where one can. */
export function useFilesOff({ transfers }: PaneFiles, session: TerminalSession, self: string | undefined) {
  useStore(session.state);
  useStore(session.metadata);
  return transfers.off(self);
}
