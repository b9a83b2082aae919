/** Colours and cursor movements: no terminal is behind a command (streams §8.2), yet some programs write them anyway. */
const SEQUENCES = new RegExp(
  [
    String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
    String.raw`\u001b[ -/]*[0-Z\\^-~]`,
  ].join('|'),
  'g',
);
const CONTROLS = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`, 'g');
/** Pictures of the control characters stand in this block, in their order. */
const PICTURES = 0x2400;
const DELETE = 0x7f;

/** An output as text to read: without escape sequences, one kind of line end, other control characters as pictures. */
export const readable = (text: string): string =>
  text
    .replace(SEQUENCES, '')
    .replace(/\r+\n?/g, '\n')
    .replace(CONTROLS, (control) => {
      const code = control.charCodeAt(0);
      return String.fromCharCode(code === DELETE ? PICTURES + 0x21 : PICTURES + code);
    });
