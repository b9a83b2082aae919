import { useEffect, useState, type KeyboardEvent } from 'react';
import { visibleText } from '../../../lib/visibleText.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { StatusBar } from '../../../ui/StatusBar.tsx';
import { PHONE, useMedia } from '../../../ui/useMedia.ts';
import { useStore } from '../../../ui/useStore.ts';
import { titleOf } from '../session/AssistDesk.ts';
import type { Conversation } from '../session/Conversation.ts';
import styles from './AssistPage.module.css';
import { DeleteDialog, SettingsDialog } from './ConversationDialogs.tsx';
import { ConversationList } from './ConversationList.tsx';
import { ConversationArea, useConversation } from './ConversationPane.tsx';
import { useAssist } from './parts.ts';
import { useBudget, usePlannerNote, useProgressLabel, WARNING } from './statusLabels.ts';

const KEYS = [
  { keys: ['Enter'], hint: 'send' },
  { keys: ['Shift+Enter'], hint: 'new line' },
  { keys: ['Esc'], hint: 'out of the field' },
];

type Props = {
  /** Undefined: no conversation is chosen. */
  conversationId: string | undefined;
  /** The value `begun` means that the conversation was just created. */
  onSelect: (id: string | undefined, how?: 'begun') => void;
};

/** Conversations with Assist: the list, and the one in the address (screens §20). */
export function AssistPage({ conversationId, onSelect }: Props) {
  const { desk } = useAssist();
  const heads = useStore(desk.heads);
  const isPhone = useMedia(PHONE);
  const [isListShown, setIsListShown] = useState(false);
  const [dialog, setDialog] = useState<'delete' | 'settings'>();
  useEffect(() => void desk.load(''), [desk]);
  const head = heads?.get(conversationId ?? '');
  const conversation = useConversation(conversationId);
  const select = (id: string | undefined) => {
    setIsListShown(false);
    onSelect(id);
  };
  const leaveField = ({ key, target, nativeEvent }: KeyboardEvent) => {
    if (key === 'Escape' && target instanceof HTMLTextAreaElement && !nativeEvent.isComposing) target.blur();
  };
  return (
    <div className="stack grow fill" role="presentation" onKeyDown={leaveField}>
      <header className={styles.head}>
        {isPhone && (
          <IconButton
            icon="menu"
            label="Conversations"
            aria-expanded={isListShown}
            onClick={() => setIsListShown(!isListShown)}
          />
        )}
        <h1 className="title">Assist</h1>
        <span className="t2 cut">{head && visibleText(titleOf(head))}</span>
        <span className="grow" />
        {!isPhone && <span className="t3 small rigid">Suggests; runs nothing by itself</span>}
        <IconButton icon="sliders-horizontal" label="Assist settings" onClick={() => setDialog('settings')} />
        <IconButton
          icon="trash-2"
          label="Delete conversation"
          off={head ? undefined : 'No conversation is open'}
          onClick={() => setDialog('delete')}
        />
      </header>
      <div className="flex fill">
        {(!isPhone || isListShown) && <ConversationList selected={conversationId} onSelect={select} />}
        {!(isPhone && isListShown) && (
          <section className="stack grow fill" aria-label="Conversation">
            <h2 className="vh">Conversation</h2>
            <ConversationArea
              id={conversationId}
              onBegun={(id) => onSelect(id, 'begun')}
              onNew={() => select(undefined)}
            />
          </section>
        )}
      </div>
      {conversation ? <Status key={conversation.id} conversation={conversation} /> : <StatusFoot />}
      {dialog === 'settings' && <SettingsDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && head && (
        <DeleteDialog head={head} onClose={() => setDialog(undefined)} onDeleted={() => select(undefined)} />
      )}
    </div>
  );
}

const Status = ({ conversation }: { conversation: Conversation }) => (
  <StatusFoot progress={useProgressLabel(conversation)} otherwise={WARNING} />
);

/** Present progress, the planner in use, and the remaining budget. */
function StatusFoot({ progress = 'Nothing runs', otherwise }: { progress?: string; otherwise?: string }) {
  const planner = usePlannerNote() ?? otherwise;
  const budget = useBudget();
  return (
    <StatusBar keys={KEYS}>
      <span className="num">{progress}</span>
      {planner !== undefined && <span className="cut t3">{planner}</span>}
      {budget !== undefined && <span>{budget}</span>}
    </StatusBar>
  );
}
