import { useEffect, useState } from 'react';
import { ValueStore } from '../../lib/valueStore.ts';
import type { Player } from '../../sessions/playback/Player.ts';
import { useStore } from '../../ui/useStore.ts';
import { momentOfAddress } from '../../wire/recording/moment.ts';

/**
 * A player while the component is mounted. It follows the moment in the address. `open` runs once. Undefined until the
 * first effects have run.
 */
export function usePlayer<P extends Player & { dispose(): void }>(open: () => P): P | undefined {
  const [openOnce] = useState(() => open);
  const [opened] = useState(() => new ValueStore<P | undefined>(undefined));
  useEffect(() => {
    const player = openOnce();
    opened.set(player);
    const follow = () => {
      const ms = momentOfAddress(location.hash);
      if (ms !== undefined) player.controller.seek(ms);
    };
    window.addEventListener('hashchange', follow);
    return () => {
      window.removeEventListener('hashchange', follow);
      player.dispose();
    };
  }, [openOnce, opened]);
  return useStore(opened);
}
