import { serverBehaviour } from '../api/serverBehaviour.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { ToastHost } from '../ui/ToastHost.tsx';
import { TooltipHost } from '../ui/TooltipHost.tsx';
import { EndBand } from './frame/EndBand.tsx';
import { IdleBand } from './frame/IdleBand.tsx';

const ENDS = `Unsaved text is kept. Running ${serverBehaviour.endsWithSignIn} end.`;

/** Overlays that appear on any page when they have content. */
export default function Hosts({ keeper }: { keeper: SessionKeeper }) {
  return (
    <>
      <IdleBand keeper={keeper}>{ENDS}</IdleBand>
      <EndBand keeper={keeper}>{ENDS}</EndBand>
      <ToastHost />
      <TooltipHost />
    </>
  );
}
