// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { survivesSignOut, TOKEN_IDS_KEY } from '../lib/storage.ts';
import { isTokenKnown, tokenId, tokenParts, tokenShown } from './tokenIds.ts';

const SECRET = '00f1e2d3c4b5a69788796a5b4c3d2e1f';

test('an id is stable, does not reveal the name, and resolves to it only on this page', () => {
  const id = tokenId(SECRET);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(SECRET).not.toContain(id);
  expect(tokenId(SECRET)).toBe(id);
  expect(tokenId(`${SECRET}0`)).not.toBe(id);
  expect(tokenParts(id)).toEqual({ kind: 'token', name: SECRET });
  expect(tokenParts('0123456789abcdef')).toEqual({ kind: 'token', name: '' });
  expect(isTokenKnown('0123456789abcdef')).toBe(false);
});

test('the salt is stored and survives a sign-out, so that drafts are found again', () => {
  tokenId(SECRET);
  expect(localStorage.getItem(TOKEN_IDS_KEY)).not.toBeNull();
  expect(survivesSignOut(TOKEN_IDS_KEY)).toBe(true);
  expect(JSON.stringify(localStorage)).not.toContain(SECRET);
});

test('masks a name until the token is known not to be secret, and has no name for an unknown id', () => {
  const id = tokenId('iam-nodes');
  expect(tokenShown(id, true)).toBe('*********');
  expect(tokenShown(id, false)).toBe('iam-nodes');
  tokenId('iam-nodes', 'iam-nodes');
  expect(tokenShown(id, true)).toBe('iam-nodes');
  expect(tokenShown('0123456789abcdef', true)).toBe('');
});
