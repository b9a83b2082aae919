import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { PHONE } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { useStore } from '../../../ui/useStore.ts';
import { BlankDocument } from './BlankDocument.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import type { ClosingQuestion } from './CloseDialog.tsx';
import { ConsoleFoot } from './ConsoleFoot.tsx';
import type { ConsoleModel } from './ConsoleModel.ts';
import styles from './ConsolePage.module.css';
import { activeAddress, activeTab } from './documents.ts';
import { KeyRow } from './KeyRow.tsx';
import { NodesDocument } from './NodesDocument.tsx';
import { TabStrip } from './TabStrip.tsx';
import { TerminalPane } from './TerminalPane.tsx';
import type { TerminalTab } from './TerminalTab.ts';
import { useConsoleKeys } from './useConsoleKeys.ts';

type Props = {
  model: ConsoleModel;
  /** Where the data pages begin. */
  home: string;
  /** Name of the signed-in person, once it is known. */
  self: string | undefined;
  /** Buttons at the end of the tab strip: keys, menu. */
  tools: ReactNode;
};

/** The terminal console: a window of its own with tabs (screens §7). */
export function ConsolePage({ model, home, self, tools }: Props) {
  const documents = useStore(model.documents);
  const [question, setQuestion] = useState<ClosingQuestion>();
  const [said, say] = useState('');
  const isPhone = useMedia(PHONE);
  const active = activeTab(documents);
  const terminal = active && model.terminal(active.id);
  const { clusterId } = activeAddress(documents);

  useConsoleKeys(model, say);
  // What was said belongs to the tab that was in front.
  useEffect(() => model.documents.subscribe(() => say('')), [model]);

  const close = useCallback(
    (id: number) => {
      const effect = model.closingEffect(id);
      const title = model.documents.get().tabs.find((tab) => tab.id === id)?.title ?? '';
      if (effect.kind === 'none') model.close(id);
      else setQuestion({ id, title, effect });
    },
    [model],
  );

  return (
    <div className={styles.console}>
      <title>{active ? `${clusterId} • ${active.title}` : 'Console'}</title>
      <TabStrip
        model={model}
        isPhone={isPhone}
        home={home}
        tools={tools}
        onActivate={(id) => {
          model.activate(id);
          model.terminal(id)?.emulator?.focus();
        }}
        onClose={close}
        onNew={() => model.open({ kind: 'nodes', clusterId })}
      />
      <main className={styles.documents}>
        {documents.tabs.map((tab) =>
          tab.kind === 'terminal' ? (
            <TerminalPane
              key={tab.id}
              model={model}
              tab={tab}
              isOn={tab.id === active?.id}
              self={self}
              say={say}
              onClose={() => close(tab.id)}
            />
          ) : (
            <NodesDocument key={tab.id} model={model} tab={tab} isOn={tab.id === active?.id} />
          ),
        )}
        {!active && <BlankDocument model={model} />}
      </main>
      {isPhone && terminal ? (
        <>
          <Keys terminal={terminal} />
          <p className="vh" role="status">
            {said}
          </p>
        </>
      ) : (
        <ConsoleFoot tab={active} terminal={terminal} said={said} />
      )}
      {question && (
        <CloseDialog
          question={question}
          onClose={() => setQuestion(undefined)}
          onAct={() => {
            setQuestion(undefined);
            model.close(question.id);
          }}
        />
      )}
    </div>
  );
}

function Keys({ terminal }: { terminal: TerminalTab }) {
  const screen = useStore(terminal.screen);
  return screen.kind === 'ready' ? <KeyRow emulator={screen.emulator} /> : null;
}
