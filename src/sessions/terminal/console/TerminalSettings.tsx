import { type ComponentProps, type ReactNode, useState } from 'react';
import { Switch } from '../../../ui/Check.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { terminalFont } from '../emulator/font.ts';
import { FONT_SIZE_PX, SCROLLBACK_LINES } from '../emulator/settings.ts';
import { prefer, preferences } from './preferences.ts';
import styles from './TerminalSettings.module.css';

/** Settings of all terminals of a user. Each applies at once. */
export function TerminalSettings({ onClose }: { onClose: () => void }) {
  const now = useStore(preferences);
  return (
    <Sheet title="Terminal settings" aside="Applied at once" width={420} onClose={onClose}>
      <div className={styles.groups}>
        <Group title="Appearance">
          <ChoiceRow
            label="Colours"
            value={now.theme}
            segments={{ page: 'Same as console', light: 'Light', dark: 'Dark' }}
            onChange={(theme) => prefer({ theme })}
          />
          <ChoiceRow
            label="Font"
            value={now.family}
            segments={{ bundled: 'JetBrains Mono', system: 'The system’s' }}
            onChange={(family) => prefer({ family })}
          />
          <NumberField
            label={`Size of the text, ${FONT_SIZE_PX.min} to ${FONT_SIZE_PX.max} pixels`}
            value={now.fontSizePx}
            preset={terminalFont().sizePx}
            range={FONT_SIZE_PX}
            onChange={(fontSizePx) => prefer({ fontSizePx })}
          />
          <ChoiceRow
            label="Cursor"
            value={now.cursor}
            segments={{ block: 'Block', bar: 'Bar', underline: 'Line' }}
            onChange={(cursor) => prefer({ cursor })}
          />
          <Switch on={now.blinks} onChange={(blinks) => prefer({ blinks })}>
            Blink the cursor
          </Switch>
          <NumberField
            label="Scrollback, in lines"
            value={now.scrollbackLines}
            preset={undefined}
            range={SCROLLBACK_LINES}
            onChange={(scrollbackLines) => prefer({ scrollbackLines })}
          />
        </Group>
        <Group title="Pointer and clipboard">
          <Switch on={now.copiesSelection} onChange={(copiesSelection) => prefer({ copiesSelection })}>
            Copy on select
          </Switch>
          <ChoiceRow
            label="Right click"
            value={now.rightClick}
            segments={{ menu: 'Opens the menu', paste: 'Pastes' }}
            onChange={(rightClick) => prefer({ rightClick })}
          />
          <ChoiceRow
            label="Middle click"
            value={now.middleClick}
            segments={{ paste: 'Pastes what was selected', nothing: 'Nothing' }}
            onChange={(middleClick) => prefer({ middleClick })}
          />
          <Switch on={now.asksPaste} onChange={(asksPaste) => prefer({ asksPaste })}>
            Ask before pasting text that could run commands
          </Switch>
          <ChoiceRow
            label="Programs may write to the clipboard"
            value={now.clipboardWrite}
            segments={{ ask: 'Ask first', on: 'Yes', off: 'Never' }}
            onChange={(clipboardWrite) => prefer({ clipboardWrite })}
          />
        </Group>
        <Group title="Sound and speech">
          <ChoiceRow
            label="When a program rings the bell"
            value={now.bell}
            segments={{ off: 'Nothing', mark: 'Mark the tab', sound: 'Also a tone' }}
            onChange={(bell) => prefer({ bell })}
          />
          <Switch on={now.readerMode} onChange={(readerMode) => prefer({ readerMode })}>
            Screen readers read output aloud
          </Switch>
        </Group>
      </div>
    </Sheet>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.group}>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </section>
);

function ChoiceRow<V extends string>(props: ComponentProps<typeof Segmented<V>>) {
  return (
    <div className="grid g4">
      <span className={styles.label} aria-hidden>
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  );
}

type Props = {
  label: string;
  /** Undefined: the preset applies. */
  value: number | undefined;
  /** Undefined: the cluster decides. */
  preset: number | undefined;
  range: { min: number; max: number };
  onChange: (value: number | undefined) => void;
};

/** A number field that applies as soon as the number is valid. Empty means the preset. */
function NumberField({ label, value, preset, range: { min, max }, onChange }: Props) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const isIn = (number: number) => Number.isInteger(number) && number >= min && number <= max;
  const isGood = (text: string) => text === '' || isIn(Number(text));
  return (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder={preset === undefined ? 'Cluster default' : String(preset)}
      error={isGood(typed) ? undefined : `A whole number from ${min} to ${max}`}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (isGood(text)) onChange(text === '' ? undefined : Number(text));
      }}
    />
  );
}
