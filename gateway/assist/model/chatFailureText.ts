import type { ChatFailure } from './chat.ts';

/** The texts for a failure: a sentence for the user, and a short reason (streams §7.6). */
export function chatFailureText(failure: ChatFailure): { message: string; reason: string } {
  switch (failure.kind) {
    case 'status':
      return { message: statusText(failure.status), reason: `error, status code: ${failure.status}` };
    case 'timeout':
      return { message: 'The model did not answer in time. Try again.', reason: 'the model did not answer in time' };
    case 'unreached':
      return {
        message: 'The model could not be reached. Try again later, or ask your administrator to check its address.',
        reason: 'the model could not be reached',
      };
    case 'cut':
      return { message: 'The answer of the model was cut off. Try again.', reason: 'the answer was cut off' };
    case 'too-long':
      return { message: 'The answer of the model is too long.', reason: 'the answer is too long' };
    case 'unreadable':
    case 'not-a-stream':
      return {
        message: 'The answer of the model could not be read. Ask your administrator to check its address.',
        reason: 'the answer could not be read',
      };
    case 'stopped':
    case 'not-sent':
      return { message: 'The answer was stopped.', reason: 'stopped' };
    case 'crashed':
      return { message: 'The gateway could not ask the model. Try again.', reason: 'the gateway could not ask' };
    default:
      return failure satisfies never;
  }
}

function statusText(status: number): string {
  if (status === 401 || status === 403)
    return 'The model does not accept the key of the gateway. Ask your administrator to check it.';
  if (status === 404) return 'The model does not exist at its address. Ask your administrator to check the settings.';
  if (status === 429) return 'The model is busy, or its quota is used up. Try again later.';
  if (status >= 500) return `The model reports an error (${status}). Try again later.`;
  return `The model does not accept the request (${status}). Shorten the message, or start a new conversation.`;
}
