import { expect, test } from 'vitest';
import { fileText } from './useFileLoading.ts';

const read = (bytes: Uint8Array<ArrayBuffer> | string) => fileText(new File([bytes], 'a.yaml'));

test('reads a text unchanged, with byte order mark and line ends', async () => {
  expect(await read('\ufeffkind: role\r\n')).toEqual({ ok: true, name: 'a.yaml', text: '\ufeffkind: role\r\n' });
});

test.each([
  ['a file that is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x61), 'a.yaml is not UTF-8 text'],
  ['a file with a lone surrogate', Uint8Array.of(0xed, 0xa0, 0x80), 'a.yaml is not UTF-8 text'],
  ['a file with a NUL character', Uint8Array.of(0x61, 0, 0x62), 'a.yaml is not a text file'],
  ['a file larger than the limit', new Uint8Array(2_500_001).fill(0x61), 'a.yaml is larger than 2.5 MB'],
])('rejects %s with the reason', async (_, bytes, why) => expect(await read(bytes)).toEqual({ ok: false, why }));
