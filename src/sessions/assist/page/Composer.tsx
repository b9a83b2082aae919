import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { offeredContext, readOffer, type OfferedContext } from '../../../api/assistRequests.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { Button, onFirstClick } from '../../../ui/plain/Button.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { MESSAGE_CHARS_MAX, type AssistContext } from '../../../wire/assist/messages.ts';
import { clipContext, DRAFT_CHARS_MAX, type MessageDraft } from '../session/MessageDraft.ts';
import styles from './Composer.module.css';
import { ContextChips } from './ContextChips.tsx';

type Props = {
  draft: MessageDraft;
  /** Why no message can be sent now. */
  off?: string | undefined;
  /** Set while an answer is written, which the user can stop. */
  onStop?: (() => void) | undefined;
  isStopping?: boolean;
  autoFocus?: boolean;
  onSend: (text: string, context: readonly AssistContext[]) => void;
};

const LINES_MAX = 10;

function isAttached(offer: OfferedContext, attached: readonly AssistContext[]): boolean {
  const offered = clipContext(readOffer(offer));
  return attached.some(({ title, text }) => title === offered.title && text === offered.text);
}

/** The field for a message, with its context. Only Enter and the button send it. */
export function Composer({ draft, off, onStop, isStopping = false, autoFocus = false, onSend }: Props) {
  const text = useStore(draft.text);
  const context = useStore(draft.context);
  const filled = useStore(draft.filled);
  const offered = useStore(offeredContext);
  const field = useRef<HTMLTextAreaElement>(null);
  const [firstFilled] = useState(autoFocus ? -1 : filled);
  const focus = useEffectEvent(() => {
    if (filled !== firstFilled) field.current?.focus();
  });
  useEffect(() => focus(), [filled]);
  const isTooLong = text.trim().length > MESSAGE_CHARS_MAX;
  const noteId = useId();
  const isEmpty = text.trim() === '' && context.length === 0;
  const reason =
    off ??
    (onStop ? 'Wait for the answer, or stop it' : undefined) ??
    (isEmpty ? 'Write a message first' : undefined) ??
    (isTooLong ? 'The message is too long' : undefined);
  const send = () => {
    if (reason !== undefined) return;
    const message = draft.take();
    onSend(message.text, message.context);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Input methods use Enter to confirm a word.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
  };
  const free = [...offered.values()].filter((offer) => !isAttached(offer, context));
  return (
    <div className={styles.composer}>
      <div className={styles.box}>
        <ContextChips
          items={context}
          onRemove={(item) => {
            draft.detach(item);
            if (draft.context.get().length === 0) field.current?.focus();
          }}
          offered={free}
          onAttach={(offer) => draft.attach(readOffer(offer))}
        />
        <div className={styles.line}>
          <textarea
            ref={field}
            className={styles.field}
            aria-label="Message to Assist"
            placeholder="Ask, or describe what to look at"
            rows={Math.min(LINES_MAX, text.split('\n').length)}
            value={text}
            aria-invalid={isTooLong || undefined}
            aria-describedby={isTooLong ? noteId : undefined}
            onChange={(event) => draft.write(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {onStop ? (
            <Button size="inline" icon="x" busy={isStopping ? 'Stopping' : undefined} onClick={onFirstClick(onStop)}>
              Stop
            </Button>
          ) : (
            <Button size="inline" icon="send" off={reason} onClick={send}>
              Send
            </Button>
          )}
        </div>
      </div>
      {isTooLong && (
        <p id={noteId} className={styles.tooLong} role="status">
          Not sent: the message has {formatCount(text.trim().length)} characters, at most{' '}
          {formatCount(MESSAGE_CHARS_MAX)} are allowed. Shorten it.
          {text.length > DRAFT_CHARS_MAX && ' It is too long to survive a reload of the page.'}
        </p>
      )}
    </div>
  );
}
