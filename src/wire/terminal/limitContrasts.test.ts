// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { expect, onTestFinished, test } from 'vitest';
import { limitContrasts } from './limitContrasts.ts';

type Contrasts = {
  setColor(background: number, text: number, readable: unknown): void;
  getColor(background: number, text: number): unknown;
};
type Opened = { _core: { _themeService: { colors: Record<'contrastCache' | 'halfContrastCache', Contrasts> } } };

test.each(['contrastCache', 'halfContrastCache'] as const)('clears the %s before it becomes large', (name) => {
  const terminal = new Terminal();
  onTestFinished(() => terminal.dispose());
  expect(() => limitContrasts(terminal)).toThrow('not open');
  terminal.open(document.body);
  limitContrasts(terminal);
  const contrasts = (terminal as unknown as Opened)._core._themeService.colors[name];
  const known = () => Array.from({ length: 120_000 }, (_, n) => contrasts.getColor(n, 1)).filter((one) => one === null);
  for (let n = 0; n < 50_000; n++) contrasts.setColor(n, 1, null);
  expect(known()).toHaveLength(50_000);
  for (let n = 50_000; n < 120_000; n++) contrasts.setColor(n, 1, null);
  expect(known()).toHaveLength(20_000);
  expect(contrasts.getColor(119_999, 1)).toBeNull();
});
