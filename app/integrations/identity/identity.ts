export interface GoogleIdentity {
  /** Google's id of the account, which never changes, unlike the e-mail. */
  sub: string;
  email: string;
  emailVerified: boolean;
  fullName: string;
}

/**
 * `memo` is the text given to `begin`, also returned with a failure if the browser still has it. `ours`: the response
 * belongs to this browser's latest attempt, not to another tab, an older attempt or another browser.
 */
export type GoogleAnswer = { memo: string; ours: boolean } & (
  | { ok: true; identity: GoogleIdentity }
  | { ok: false; reason: string }
);

export interface GoogleSignIn {
  /** The redirect's origin, for the Content-Security-Policy. */
  readonly origin: string;
  /**
   * Redirects to Google, with cookies that bind the return to this browser. `memo`: a short text, returned by
   * `complete`.
   */
  begin(request: Request, memo: string): Promise<Response>;
  /**
   * Handles the return. `ok: false` if cancelled, forged or failed, with the reason for the log. `mayAsk`: called for
   * this browser's own attempt alone, before Google is asked; false ends it with the reason `tooManyTries`.
   */
  complete(request: Request, mayAsk: () => Promise<boolean>): Promise<GoogleAnswer>;
  /** Returns Set-Cookie values that delete the attempt, which is valid once. */
  forget(): Promise<string[]>;
}
