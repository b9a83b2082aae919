import { expect, test } from 'vitest';
import { fileText } from './useFileLoading.ts';

const read = (bytes: Uint8Array<ArrayBuffer> | string) => fileText(new File([bytes], 'a.yaml'));

test('a text comes as it is, with its mark and its line ends', async () => {
  expect(await read('\ufeffkind: role\r\n')).toEqual({ ok: true, name: 'a.yaml', text: '\ufeffkind: role\r\n' });
});

test.each([
  ['what is no UTF-8', Uint8Array.of(0xff, 0xfe, 0x61), 'a.yaml is not UTF-8 text'],
  ['a lone surrogate', Uint8Array.of(0xed, 0xa0, 0x80), 'a.yaml is not UTF-8 text'],
  ['a file with a NUL in it', Uint8Array.of(0x61, 0, 0x62), 'a.yaml is not a text file'],
  ['more than anybody writes', new Uint8Array(2_500_001).fill(0x61), 'a.yaml is larger than 2.5 MB'],
])('%s is refused with the reason', async (_, bytes, why) => expect(await read(bytes)).toEqual({ ok: false, why }));
