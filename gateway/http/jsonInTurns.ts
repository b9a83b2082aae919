import { inTurns } from '../process/turns.ts';

/** Items of a list that are written without a pause. */
const PIECE = 1000;

/**
 * The JSON of an answer whose members may be long lists. Other work runs between their pieces: a week of a recording
 * takes a tenth of a second. No member is undefined.
 */
export async function jsonInTurns(answer: object): Promise<Buffer> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    const json = Array.isArray(value) ? `[${await listJson(value)}]` : JSON.stringify(value);
    members.push(`${JSON.stringify(name)}:${json}`);
  }
  return Buffer.from(`{${members.join(',')}}`);
}

async function listJson(list: readonly unknown[]): Promise<string> {
  const pieces: string[] = [];
  const starts = Array.from({ length: Math.ceil(list.length / PIECE) }, (_, n) => n * PIECE);
  await inTurns(starts, (at) => pieces.push(JSON.stringify(list.slice(at, at + PIECE)).slice(1, -1)));
  return pieces.join(',');
}
