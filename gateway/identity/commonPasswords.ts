/**
 * Words that users combine when a password has to be long: words from lists of stolen passwords, and common names of
 * installations of this kind.
 */
const WORDS = `
password passwort passw0rd passphrase passwd pass letmein welcome willkommen login signin access secret geheim default
changeme changeit change temp temporary initial admin administrator root superuser operator system service user guest
test testing tester demo example sample postern teleport gateway server cluster console database network security secure
company corporate office manager computer internet laptop qwerty qwertz azerty qwertyuiop asdfghjkl asdfgh asdf zxcvbnm
zxcvbn qazwsx wsxedc qazwsxedc abcdefghijklmnopqrstuvwxyz abcdefgh abcdef abcd abc xyz iloveyou ilove lovely love baby
princess sunshine monkey dragon master shadow superman batman spiderman starwars pokemon football baseball basketball
hockey soccer liverpool chelsea arsenal barcelona michael jordan jennifer jessica michelle daniel charlie thomas andrew
joshua matthew ashley nicole freedom whatever trustno trustnoone hello hallo goodbye summer winter spring autumn monday
tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
december cheese chocolate coffee flower butterfly summertime killer ninja mustang ferrari porsche mercedes samsung google
facebook linkedin microsoft windows linux ubuntu docker kubernetes correcthorsebatterystaple mypassword my the is this
new old one for you me qwe asd zxc
`
  .trim()
  .split(/\s+/)
  // The longest first: a short word must not remove a part of a longer one.
  .sort((a, b) => b.length - a.length);

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const ROWS = ['0123456789'.repeat(3), 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm'];

/** Whether the password consists only of common words, keyboard rows, digits and signs, or repeats one short piece. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  const spelt = Array.from(text.replace(/(?<=^|\p{L})[^\p{L}]+$/u, ''))
    .map((sign) => LOOKS_LIKE[sign] ?? sign)
    .join('');
  return isRepeated(text) || [text, spelt].some(isOfCommonWords);
}

function isOfCommonWords(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '');
  const digits = text.replace(/\D/g, '');
  if (letters === '') return digits !== '' && inRows(digits);
  return WORDS.reduce((rest, word) => rest.replaceAll(word, ' '), letters).trim() === '' || inRows(letters);
}

/** Whether the text runs up and down keyboard rows, any number of times. */
function inRows(text: string): boolean {
  const rows = [...ROWS, ...ROWS.map((row) => Array.from(row).reverse().join(''))];
  let rest = text;
  while (rest !== '') {
    const steps = rows.map((row) => commonStart(rest, row));
    const longest = Math.max(...steps);
    if (longest < 3) return false;
    rest = rest.slice(longest);
  }
  return true;
}

/** How many characters of the text are consecutive in the row, starting at the position of the first character. */
function commonStart(text: string, row: string): number {
  const at = row.indexOf(text.charAt(0));
  let length = 0;
  while (at >= 0 && length < text.length && text[length] === row[at + length]) length += 1;
  return length;
}

const PIECE_MAX = 4;

function isRepeated(text: string): boolean {
  return Array.from({ length: PIECE_MAX }, (_none, n) => text.slice(0, n + 1)).some((piece) =>
    piece.repeat(Math.ceil(text.length / piece.length)).startsWith(text),
  );
}
