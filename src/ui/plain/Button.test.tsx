import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { ButtonLink } from './Button.tsx';

test('a double click on a link to a new tab opens one tab', async () => {
  const followed: boolean[] = [];
  const note = (event: MouseEvent) => {
    followed.push(!event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', note);
  onTestFinished(() => window.removeEventListener('click', note));
  render(
    <ButtonLink href="/player" target="_blank">
      Play
    </ButtonLink>,
  );
  await userEvent.dblClick(screen.getByRole('link', { name: 'Play' }));
  expect(followed).toEqual([true, false]);
});
