import { useState } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { Check } from '../../../ui/Check.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Kbd } from '../../../ui/plain/Kbd.tsx';
import { useStore } from '../../../ui/useStore.ts';
import styles from './BroadcastParts.module.css';
import type { ConsoleModel } from './ConsoleModel.ts';
import { KEYS } from './keys.ts';
import { activeTab, titleOf, allPanes } from './tabs.ts';

type Props = { model: ConsoleModel; onClose: () => void };

/** Asks which panes will receive the input, by name. Panes of the active tab are preselected. */
export function BroadcastDialog({ model, onClose }: Props) {
  const documents = useStore(model.documents);
  const tabs = documents.tabs.filter((tab) => tab.kind === 'terminal');
  const front = activeTab(documents);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(front?.kind === 'terminal' ? front.panes.map(({ id }) => id) : []),
  );
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const all = tabs.flatMap(({ panes }) => panes.map(({ id }) => id));
  const ids = all.filter((id) => chosen.has(id));
  const begin = () => {
    model.broadcast.begin(ids);
    onClose();
  };
  return (
    <Dialog
      title="Type into several terminals at once?"
      onClose={onClose}
      footer={
        <DialogButtons
          onCancel={onClose}
          focus="act"
          act={{
            off: ids.length < 2 ? 'Choose at least two terminals' : undefined,
            onClick: begin,
            children: `Type into ${plural(ids.length, 'terminal')}`,
          }}
        />
      }
    >
      <p>What you type in one of them is sent to all of them, until you stop or one of them closes.</p>
      {all.length > 2 && (
        <Check
          state={ids.length === all.length ? 'on' : ids.length > 0 ? 'some' : 'off'}
          onChange={() => setChosen(new Set(ids.length === all.length ? [] : all))}
        >
          All terminals
        </Check>
      )}
      {tabs.map((tab) => (
        <fieldset key={tab.id} className={styles.tab}>
          <legend className="t3 small">{titleOf(tab)}</legend>
          {tab.panes.map((pane, i) => (
            <div key={pane.id} className={styles.pane}>
              <Check state={chosen.has(pane.id) ? 'on' : 'off'} onChange={() => toggle(pane.id)}>
                <span className="mono cut">{pane.title}</span>
                {tab.panes.length > 1 && <span className={styles.nth}>pane {i + 1}</span>}
                <span className={cx(styles.nth, 'cut')}>{model.terminal(pane.id)?.emulator?.programTitle.get()}</span>
              </Check>
            </div>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}

/** Shown in the tab strip while several panes receive the input. */
export function BroadcastSign({ model }: { model: ConsoleModel }) {
  const receivers = useStore(model.broadcast.receivers);
  const panes = allPanes(useStore(model.documents));
  if (receivers.size === 0) return null;
  const stop = () => {
    model.broadcast.end();
    model.giveKeys();
  };
  const names = panes.filter(({ id }) => receivers.has(id)).map(({ title }) => title);
  return (
    <span className={styles.sign} role="status" title={names.join('\n')}>
      <Icon name="radio-tower" />
      Typing goes to {receivers.size} of {panes.length} panes
      <button type="button" className={styles.stop} onClick={stop}>
        Stop <Kbd keys={KEYS.broadcast} small />
      </button>
    </span>
  );
}
