// One answer to one message: what is sent while it is written, and what is stored at its end (streams §7.2).
import type { AssistType, CommandProposal, ToolCall } from '../../src/wire/assist/messages.ts';
import { encodeCommand, encodePartial, encodeToolCall } from '../../src/wire/assist/payloads.ts';
import type { AssistClient } from './AssistClient.ts';

type Parts = {
  client: AssistClient;
  /** Stores a message of the conversation. */
  store: (type: AssistType, payload: string) => void;
  /** Number of messages of the chat so far, including the question. */
  idx: number;
};

/** The answerer writes here. An answer can only contain text, progress, tool calls and one proposal. */
export class Answer {
  #parts: Parts;
  #text = '';
  #sent = 0;
  #proposal: CommandProposal | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get text(): string {
    return this.#text;
  }

  get proposal(): CommandProposal | undefined {
    return this.#proposal;
  }

  /** A piece of the text, sent at once. */
  write(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#parts.client.send('CHAT_PARTIAL_MESSAGE_ASSISTANT', encodePartial({ content: text, idx: this.#parts.idx }));
    this.#sent++;
  }

  /** The whole text, where it is known at once. It is sent at the end. */
  setText(text: string): void {
    this.#text = text;
  }

  /** A progress line. It is not stored. */
  progress(text: string): void {
    if (this.#parts.client.extensions) this.#parts.client.send('CHAT_THOUGHT_ASSISTANT', text);
  }

  toolCall(call: ToolCall): void {
    const payload = encodeToolCall(call);
    this.#parts.store('TOOL_CALL', payload);
    if (this.#parts.client.extensions) this.#parts.client.send('TOOL_CALL', payload);
  }

  /** The command that the user may approve. It is sent at the end. */
  propose(proposal: CommandProposal): void {
    this.#proposal = proposal;
  }

  /** Stores and sends the answer. `ending`: the last line, if the answer is incomplete. False: the answer is empty. */
  finish(ending?: string): boolean {
    const { client, store, idx } = this.#parts;
    if (ending !== undefined) this.write(this.#text === '' ? ending : `\n\n${ending}`);
    if (this.#text !== '') store('CHAT_MESSAGE_ASSISTANT', this.#text);
    if (this.#text !== '' && this.#sent === 0 && this.#proposal) this.#sendWhole();
    if (this.#sent > 0) client.send('CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE', encodePartial({ content: '', idx }));
    else if (this.#text !== '') client.send('CHAT_MESSAGE_ASSISTANT', this.#text);
    if (this.#proposal && ending === undefined) {
      store('COMMAND', encodeCommand(this.#proposal, true));
      client.send('COMMAND', encodeCommand(this.#proposal, client.extensions));
    }
    return this.#text !== '' || (this.#proposal !== undefined && ending === undefined);
  }

  /** A text that comes with a command is sent in parts: as a single message it would end the answer. */
  #sendWhole(): void {
    const { client, idx } = this.#parts;
    client.send('CHAT_PARTIAL_MESSAGE_ASSISTANT', encodePartial({ content: this.#text, idx }));
    this.#sent++;
  }
}
