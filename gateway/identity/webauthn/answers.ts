// Answers of authenticators on the wire: byte fields are base64url without padding. Any other form is a bad request
// (http-auth §3).
import { fromUtf8 } from '../../../src/lib/encoding.ts';
import { parseJson, textAt } from '../../../src/lib/json.ts';
import type { JsonObject } from '../../http/body.ts';
import { badRequest } from '../../http/failures.ts';

type Answer = { type: string; credentialId: string; clientDataJson: string; clientData: ClientData };

/** A signature over a challenge. Bytes are base64url. `userHandle` is '' if the authenticator stores none. */
export type Assertion = Answer & { authenticatorData: string; signature: string; userHandle: string };

/** A new key. */
export type Creation = Answer & { attestationObject: string };

/** The browser's data about the ceremony. The challenge is base64url, or '' if it cannot be read. */
type ClientData = { challenge: string; origin: string };

export function readAssertion(answer: JsonObject): Assertion {
  const response = responseOf(answer);
  return {
    ...readAnswer(answer, response),
    authenticatorData: urlBase64(response, 'authenticatorData'),
    signature: urlBase64(response, 'signature'),
    userHandle: urlBase64(response, 'userHandle'),
  };
}

export function readCreation(answer: JsonObject): Creation {
  const response = responseOf(answer);
  return { ...readAnswer(answer, response), attestationObject: urlBase64(response, 'attestationObject') };
}

/** `id` is ignored: `rawId` decides (http-auth §3.3). */
function readAnswer(answer: JsonObject, response: JsonObject): Answer {
  const clientDataJson = urlBase64(response, 'clientDataJSON');
  return {
    type: answer.text('type'),
    credentialId: urlBase64(answer, 'rawId'),
    clientDataJson,
    clientData: readClientData(clientDataJson),
  };
}

function readClientData(encoded: string): ClientData {
  const json = parseJson(fromUtf8(Buffer.from(encoded, 'base64url')));
  return { challenge: textAt(json, 'challenge'), origin: textAt(json, 'origin') };
}

/** A cluster drops the connection if the inner object is missing. */
function responseOf(answer: JsonObject): JsonObject {
  const response = answer.object('response');
  if (!response) throw badRequest('request: the answer of the key has no response');
  return response;
}

function urlBase64(object: JsonObject, key: string): string {
  const text = object.text(key);
  const at = text.search(/[^A-Za-z0-9_-]/);
  if (at >= 0) throw badRequest(`request: illegal base64 data at input byte ${at}`);
  if (text.length % 4 === 1) throw badRequest(`request: illegal base64 data at input byte ${text.length - 1}`);
  return text;
}
