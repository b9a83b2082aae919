import { useEffect, useMemo, useRef, useState } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { EmptyText } from '../../../ui/EmptyText.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { EXAMPLE_REQUESTS, type AssistContext } from '../../../wire/assist/messages.ts';
import type { Conversation } from '../session/Conversation.ts';
import styles from './AssistPage.module.css';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { useAssist } from './parts.ts';

/** Opens the conversation with this id. Undefined while the id is not known, or if it does not exist. */
export function useConversation(id: string | undefined): Conversation | undefined {
  const { desk } = useAssist();
  const heads = useStore(desk.heads);
  const list = useStore(desk.list);
  // If the list cannot be read, the conversation may still be readable.
  const isKnown = id !== undefined && (heads?.has(id) ?? list.kind === 'failed');
  return useMemo(() => (isKnown ? desk.open(id) : undefined), [desk, id, isKnown]);
}

type AreaProps = {
  /** Undefined: a new conversation. */
  id: string | undefined;
  onBegun: (id: string) => void;
  onNew: () => void;
};

/** The conversation with this id and its message field. */
export function ConversationArea({ id, onBegun, onNew }: AreaProps) {
  const conversation = useConversation(id);
  if (id === undefined) return <NewConversationPane onBegun={onBegun} />;
  return conversation ? (
    <ConversationPane key={conversation.id} conversation={conversation} />
  ) : (
    <NoConversation onNew={onNew} />
  );
}

/** Shown instead of a conversation that is not known yet or does not exist. */
function NoConversation({ onNew }: { onNew: () => void }) {
  const { desk } = useAssist();
  if (!useStore(desk.heads))
    return (
      <div className={styles.waiting}>
        <Waiting>Loading the conversation</Waiting>
      </div>
    );
  return (
    <div className={styles.landing}>
      <EmptyText
        icon="sparkles"
        title="There is no such conversation"
        actions={
          <Button icon="plus" onClick={onNew}>
            New conversation
          </Button>
        }
      >
        <p>It was deleted, or it belongs to another user.</p>
      </EmptyText>
    </div>
  );
}

/** One conversation with its message field. */
function ConversationPane({ conversation }: { conversation: Conversation }) {
  const { desk } = useAssist();
  const { session } = conversation;
  const history = useStore(session.history);
  const activity = useStore(session.activity);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void conversation.refresh();
    document.addEventListener('visibilitychange', look);
    // With two windows side by side, both stay visible and only the focus changes.
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [conversation]);
  return (
    <div className="stack grow fill">
      {history.kind === 'failed' && (
        <div className={styles.notice}>
          <ErrorNote
            what="Could not load the conversation"
            {...describeFailure(history.error)}
            actions={<Button onClick={() => void session.start()}>Try again</Button>}
          />
        </div>
      )}
      {history.kind === 'loading' && session.entries.get().length === 0 ? (
        <div className={styles.waiting}>
          <Waiting>Loading the conversation</Waiting>
        </div>
      ) : (
        <MessageList conversation={conversation} />
      )}
      <Composer
        draft={conversation.draft}
        autoFocus
        onStop={activity === 'idle' ? undefined : () => session.cancel()}
        isStopping={activity === 'stopping'}
        onSend={(text, context) => desk.send(conversation, text, context)}
      />
    </div>
  );
}

/** No conversation is open: shows what Assist does, and a field that starts a conversation. */
function NewConversationPane({ onBegun }: Pick<AreaProps, 'onBegun'>) {
  const { desk } = useAssist();
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    void desk.loadState();
    return () => void (isShown.current = false);
  }, [desk]);
  /** An example replaces an earlier example. */
  const fill = (example: string) => {
    if (EXAMPLE_REQUESTS.includes(desk.newDraft.text.get().trim())) desk.newDraft.write('');
    desk.newDraft.fill(example, []);
  };
  /** Restores the written text after a failure. Opens the conversation only if the user is still here. */
  const begin = async (text: string, context: readonly AssistContext[]) => {
    setStarting(true);
    setFailure(undefined);
    try {
      const id = await desk.begin(text, context);
      if (isShown.current) onBegun(id);
    } catch (error) {
      desk.newDraft.fill(text, context);
      setFailure(error);
    }
    setStarting(false);
  };
  return (
    <div className="stack grow fill">
      <div className={styles.landing}>
        <EmptyText
          icon="sparkles"
          title="Ask about your servers"
          foot="Answers can be incorrect. Each command is recorded as one of your sessions."
        >
          <p>
            Assist finds servers, suggests commands and explains output, events and roles. It runs nothing by itself:
            you see the command, the servers and the login, and start it.
          </p>
          <ul className={styles.examples}>
            {EXAMPLE_REQUESTS.map((text) => (
              <li key={text}>
                <button type="button" className="link" onClick={() => fill(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </EmptyText>
      </div>
      {failure !== undefined && (
        <div className={styles.notice}>
          <ErrorNote what="Could not create a conversation" {...describeFailure(failure)} safe="Your text is kept" />
        </div>
      )}
      <Composer
        draft={desk.newDraft}
        autoFocus
        off={isStarting ? 'The conversation is being created' : undefined}
        onSend={(text, context) => void begin(text, context)}
      />
    </div>
  );
}
