import { useRef, useState } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { MenuButton } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { StateMark } from '../../../ui/StateMark.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { zone as shownZone } from '../../../ui/zone.ts';
import { displayTime, formatMoment } from '../../../wire/recording/moment.ts';
import type { Player, PlayerExports } from '../Player.ts';
import styles from './PlayerPage.module.css';
import { ReviewButton } from './ReviewButton.tsx';
import { aboutOf } from './recordingAbout.ts';

type Props = { player: Player; exports: PlayerExports };

/** Review, link and export of a recording. */
export function RecordingActions({ player, exports }: Props) {
  return (
    <>
      {serverBehaviour.keepsReviews && <ReviewButton address={player.address} />}
      <CopyLink player={player} />
      <Export player={player} exports={exports} />
    </>
  );
}

/** A failed export shows the reason until the user retries or dismisses it. */
function Export({ player, exports }: Props) {
  const state = useStore(exports.state);
  const zone = useStore(shownZone);
  const [lastForm, setLastForm] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const save = (form: string) => {
    const about = aboutOf(player.timeline);
    const when = about.startedAt ? formatDateTime(about.startedAt, zone) : '';
    setLastForm(form);
    const name = (first: string, separator: string) => [first, when].filter(Boolean).join(separator);
    void exports.save(form, name(about.title || player.address.sid, ' '), name(about.user, ', '));
  };
  // The pressed button disappears with the failure: the focus moves to a control that remains.
  const leave = (run: () => void) => () => {
    run();
    button.current?.focus();
  };
  const isRunning = state.kind === 'running';
  const cancel = { kind: 'item', id: 'cancel', label: 'Cancel export', run: () => exports.cancel() } as const;
  const choices = (): MenuItem[] =>
    exports.choices().map(({ form, ...choice }) => ({ kind: 'item', id: form, ...choice, run: () => save(form) }));
  return (
    <>
      {state.kind === 'failed' && (
        <span role="alert" className="row g8 t2">
          <StateMark kind="danger">Could not export: {describeFailure(state.error).why}</StateMark>
          <Button size="inline" onClick={leave(() => save(lastForm))}>
            Try again
          </Button>
          <IconButton size="inline" icon="x" label="Dismiss" onClick={leave(() => exports.cancel())} />
        </span>
      )}
      <MenuButton
        ref={button}
        icon="download"
        label="Export"
        items={() => (isRunning ? [cancel] : choices())}
        align="right"
        width={280}
      >
        {isRunning ? `Exporting, ${Math.floor(state.share * 100)} %` : 'Export'}
      </MenuButton>
    </>
  );
}

/** Copies the address of this moment. */
function CopyLink({ player }: { player: Player }) {
  const seconds = Math.floor(useStore(player.controller.position) / 1000);
  const copy = () => {
    const url = new URL(location.href);
    url.hash = `t=${formatMoment(seconds * 1000)}`;
    void copyWithToast(url.href, 'Link');
  };
  return (
    <Button icon="share-2" onClick={copy}>
      <span>
        Copy link<span className={styles.moment}> at {displayTime(seconds * 1000)}</span>
      </span>
    </Button>
  );
}
