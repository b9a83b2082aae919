// The limits of one user: messages in a minute, and with a model also messages and tokens in a day.
import type { AssistConfig } from '../config/settings.ts';
import { RateLimit } from '../http/rateLimit.ts';
import type { AssistUsageStore } from '../store/assistUsage.ts';

type Parts = { usage: AssistUsageStore; now: () => number; config: () => AssistConfig };

export class MessageBudget {
  #parts: Parts;
  #rate: RateLimit;
  /** Reserved tokens of answers in progress, by user. */
  #reserved = new Map<string, number>();
  #perMinute: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#perMinute = parts.config().messagesPerMinute;
    this.#rate = this.#newRate();
  }

  /** Uses one message of this minute. Returns a sentence if none is left. */
  rateRefusal(user: string): string | undefined {
    if (this.#parts.config().messagesPerMinute !== this.#perMinute) {
      this.#perMinute = this.#parts.config().messagesPerMinute;
      this.#rate = this.#newRate();
    }
    if (this.#rate.allows(user)) return undefined;
    return 'You have sent too many messages in a short time. Wait a minute and send it again.';
  }

  /** A sentence if nothing of the day is left. */
  dayRefusal(user: string): string | undefined {
    const { messagesPerDay, tokensPerDay } = this.#parts.config();
    const { messages, tokens } = this.#parts.usage.of(user, this.#day());
    if (messages < messagesPerDay && tokens < tokensPerDay) return undefined;
    return `You have used up what the model answers in a day. It answers again after ${this.#resets()}.`;
  }

  /**
   * Reserves the maximum cost of one answer. Call the returned function once with the used tokens: it releases the
   * rest. undefined if the day's limit does not allow it. Only an answer without parallel answers may need more than is
   * left.
   */
  reserve(user: string, tokens: number): ((used: number) => void) | undefined {
    const reserved = this.#reserved.get(user) ?? 0;
    const remaining = this.#parts.config().tokensPerDay - this.#parts.usage.of(user, this.#day()).tokens - reserved;
    if (remaining <= 0 || (reserved > 0 && tokens > remaining)) return undefined;
    this.#reserved.set(user, reserved + tokens);
    return (used) => {
      const rest = (this.#reserved.get(user) ?? 0) - tokens;
      if (rest > 0) this.#reserved.set(user, rest);
      else this.#reserved.delete(user);
      if (used > 0) this.#count(user, 0, used);
    };
  }

  countMessage(user: string): void {
    this.#count(user, 1, 0);
  }

  /** Returns a message to the day's limit. It still counts for the minute. */
  returnMessage(user: string): void {
    if (this.#parts.usage.of(user, this.#day()).messages > 0) this.#count(user, -1, 0);
  }

  remaining(user: string): { messages: number; resets: string } {
    const { messagesPerDay, tokensPerDay } = this.#parts.config();
    const { messages, tokens } = this.#parts.usage.of(user, this.#day());
    return { messages: tokens >= tokensPerDay ? 0 : Math.max(0, messagesPerDay - messages), resets: this.#resets() };
  }

  #count(user: string, messages: number, tokens: number): void {
    this.#parts.usage.add(user, this.#day(), { messages, tokens });
  }

  #newRate(): RateLimit {
    return new RateLimit(this.#parts.now, { perMinute: this.#perMinute, burst: this.#perMinute });
  }

  #day(): string {
    return new Date(this.#parts.now()).toISOString().slice(0, 10);
  }

  #resets(): string {
    return new Date(Math.floor(this.#parts.now() / 86_400_000 + 1) * 86_400_000).toISOString().replace('.000', '');
  }
}
