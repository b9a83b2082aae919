import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SsoLogin } from '../login/SsoLogin.tsx';
import { AccessDeniedCard, InternalErrorCard, NotFoundCard } from './MessageCards.tsx';
import MessagePage, { LoginUnsuccessfulCard } from './MessagePage.tsx';
import { OutagePage } from './OutagePage.tsx';

test('an unknown path is shown with the specified text', () => {
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
])('%s shows the message of the server', (title, card) => {
  render(card);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('access denied to app');
});

test.each(['loginError', 'loginCallback', 'loginDenied'] as const)('%s links to the login page', (message) => {
  render(<MessagePage message={message} loginUrl="/web/login" />);
  const link = screen.getByRole('link', { name: 'Please attempt to log in again.' });
  expect(link.getAttribute('href')).toBe('/web/login');
});

test('a new attempt after a failure at the provider leads to the requested page', () => {
  history.replaceState(null, '', '/web/login?redirect_uri=http%3A%2F%2Flocalhost%2Fweb%2Fusers');
  const { unmount } = render(<SsoLogin providers={[]} entry="http://localhost/web/users" primary={false} />);
  unmount();
  history.replaceState(null, '', '/web/msg/error/login/callback');
  render(<MessagePage message="loginCallback" loginUrl="/web/login" />);
  expect(screen.getByRole('link', { name: 'Please attempt to log in again.' }).getAttribute('href')).toBe(
    '/web/login?redirect_uri=http%3A%2F%2Flocalhost%2Fweb%2Fusers',
  );
  sessionStorage.clear();
});

test('a cancelled provider sign-in refers an administrator to the audit log', () => {
  render(<MessagePage message="loginCallback" loginUrl="/web/login" />);
  expect(document.body.textContent).toContain('cancelled or took too long at the identity provider');
  expect(document.body.textContent).toContain('The audit log shows why');
});

test('a completed sign-in shows the specified text', () => {
  render(<MessagePage message="loginSuccess" loginUrl="/web/login" />);
  expect(document.body.textContent).toContain('Login Successful');
  expect(document.body.textContent).toContain(
    'You have successfully signed into your account. You can close this window and continue using the product.',
  );
});

test('an outage page shows the reason, polls, and continues once when the cluster answers', async () => {
  vi.useFakeTimers();
  const answers = ['it does not answer', undefined];
  const goOn = vi.fn();
  render(<OutagePage message="the connection was refused" probe={async () => answers.shift()} onReachable={goOn} />);
  expect(screen.getByRole('alert').textContent).toBe('the connection was refused');
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByRole('alert').textContent).toBe('it does not answer');
  expect(goOn).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(goOn).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
