// Validates connection settings from the console. Each check throws a refusal with the path of the field.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ValidateFunction } from 'ajv';
import { isObject, textAt, type JsonObject } from '../../src/lib/json.ts';
import { connectFields, CONNECT_MAX_CHARS, type ConnectKind } from '../../src/wire/connect.ts';
import { faultAt } from '../../src/wire/documentFault.ts';
import { toProblem } from '../config/problem.ts';
import { validatorOf } from '../config/validators.ts';
import type { Texts } from '../documents/texts.ts';
import { badDocument, badRequest } from '../http/failures.ts';
import { onlyContext } from '../kubernetes/kubeconfig.ts';
import { KubernetesFault } from '../kubernetes/KubernetesFault.ts';
import { CONSOLE_SCHEMAS } from './consoleConnect.ts';

/** A longer chain is slow to check. A server's chain has three. */
const CERTIFICATES_MAX = 20;

export const refuse = (path: readonly (string | number)[], message: string) =>
  badDocument(faultAt(`${path.join('.')}: ${message}`, ...path));

/** `connect` of a body. */
export function readConnect(sent: unknown): JsonObject {
  if (!isObject(sent)) throw badRequest('request: connect must be an object');
  if (JSON.stringify(sent).length > CONNECT_MAX_CHARS)
    throw badRequest(`request: connect has more than ${CONNECT_MAX_CHARS} characters`);
  return sent;
}

const validators = new Map<ConnectKind, ValidateFunction>();

function validatorFor(kind: ConnectKind): ValidateFunction {
  const validate = validators.get(kind) ?? validatorOf(CONSOLE_SCHEMAS[kind]);
  validators.set(kind, validate);
  return validate;
}

/** Checks fields and their formats, and parses certificates and keys. */
export function checkConnect(kind: ConnectKind, connect: unknown): JsonObject {
  const validate = validatorFor(kind);
  if (!validate(connect) || !isObject(connect)) {
    const [error] = validate.errors ?? [];
    // The found value may be or contain a secret.
    const { message, path } = error ? toProblem(error, connect) : { message: 'connect must be an object', path: [] };
    throw badDocument(faultAt(message.replace(/^the file: /, '').replace(/, found [^]*/, ''), ...path));
  }
  for (const { path, schema, value } of connectFields(CONSOLE_SCHEMAS[kind], connect)) {
    if (typeof value !== 'string' || schema['x-text'] !== 'pem') continue;
    const fault = schema.format === 'secret' ? keyFault(value) : certificateFault(value);
    if (fault !== undefined) throw refuse(path, fault);
  }
  return connect;
}

function certificateFault(pem: string): string | undefined {
  const blocks = pem.split(/(?=-----BEGIN )/).filter((block) => block.trim() !== '');
  if (blocks.length > CERTIFICATES_MAX) return `there are more than ${CERTIFICATES_MAX} certificates`;
  try {
    for (const block of blocks) new X509Certificate(block);
    return blocks.length > 0 ? undefined : 'expected a certificate (PEM)';
  } catch {
    return 'expected a certificate (PEM)';
  }
}

function keyFault(pem: string): string | undefined {
  if (/ENCRYPTED/.test(pem)) return 'the private key is encrypted. Set one without a passphrase';
  try {
    createPrivateKey(pem);
    return undefined;
  } catch {
    return 'expected a private key (PEM)';
  }
}

/** The sent settings with only the used context in the kubeconfig. Parsing it is work for a thread. */
export async function readKubeconfig(sent: JsonObject, texts: Pick<Texts, 'parse'>): Promise<JsonObject> {
  const kubeconfig = textAt(sent, 'kubeconfig');
  if (kubeconfig === '') return sent;
  const parsed = await texts.parse(kubeconfig);
  try {
    return { ...sent, kubeconfig: onlyContext(parsed, textAt(sent, 'context') || undefined) };
  } catch (error) {
    throw error instanceof KubernetesFault ? refuse(['kubeconfig'], error.message) : error;
  }
}
