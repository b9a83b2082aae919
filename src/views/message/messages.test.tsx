import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AccessDeniedCard, InternalErrorCard, LoginUnsuccessfulCard, NotFoundCard } from './MessageCards.tsx';
import MessagePage from './MessagePage.tsx';

test('an unknown path is named, in the words of the specification', () => {
  render(<NotFoundCard address="/web/nodez" />);
  expect(screen.getByRole('heading', { name: 'The requested path could not be found.' })).toBeTruthy();
  expect(screen.getByText('404 Not Found')).toBeTruthy();
  expect(screen.getByText('/web/nodez')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['Access Denied', <AccessDeniedCard key="a" message="access denied to app" />],
  ['Internal Error', <InternalErrorCard key="b" message="access denied to app" />],
  ['Login Unsuccessful', <LoginUnsuccessfulCard key="c" loginUrl="/web/login" message="access denied to app" />],
])('%s shows the words of the server', (title, card) => {
  render(card);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('access denied to app');
});

test.each(['loginError', 'loginCallback', 'loginDenied'] as const)('%s leads back to the login page', (message) => {
  render(<MessagePage message={message} loginUrl="/web/login" />);
  const link = screen.getByRole('link', { name: 'Please attempt to log in again.' });
  expect(link.getAttribute('href')).toBe('/web/login');
});

test('a finished sign-in says so in the words of the specification', () => {
  render(<MessagePage message="loginSuccess" loginUrl="/web/login" />);
  expect(document.body.textContent).toContain('Login Successful');
  expect(document.body.textContent).toContain(
    'You have successfully signed into your account. You can close this window and continue using the product.',
  );
});
