import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { ToastHost } from '../ui/ToastHost.tsx';
import { TooltipHost } from '../ui/TooltipHost.tsx';
import { EndBand } from './frame/EndBand.tsx';
import { IdleBand } from './frame/IdleBand.tsx';

/** What shows itself over any page when there is something to say. */
export default function Hosts({ keeper }: { keeper: SessionKeeper }) {
  return (
    <>
      <IdleBand keeper={keeper} />
      <EndBand keeper={keeper}>Unsaved text is kept as a draft.</EndBand>
      <ToastHost />
      <TooltipHost />
    </>
  );
}
