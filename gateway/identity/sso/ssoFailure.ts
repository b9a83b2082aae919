/**
 * Why a sign-in through a provider failed. The text is for the audit log and the server's log. The user sees only the
 * message page (http-auth §5.2).
 */
export class SsoFailure extends Error {
  override name = 'SsoFailure';
  readonly page: FailurePage;

  constructor(page: FailurePage, message: string, options?: ErrorOptions) {
    super(message, options);
    this.page = page;
  }
}

/**
 * 'login': it did not start, or not in this browser. 'auth': the account gets no role. 'callback': any other reason.
 */
export type FailurePage = 'login' | 'auth' | 'callback';

export const FAILURE_PATHS: Readonly<Record<FailurePage, string>> = {
  login: '/web/msg/error/login',
  auth: '/web/msg/error/login/auth',
  callback: '/web/msg/error/login/callback',
};
