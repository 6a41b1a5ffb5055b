export interface GoogleIdentity {
  /** Never changes, unlike the e-mail. */
  sub: string;
  email: string;
  emailVerified: boolean;
  fullName: string;
}

/** `memo`: given to `begin`; empty if the browser lost it. `ours`: of this browser's latest attempt. */
export type GoogleAnswer = { memo: string; ours: boolean } & (
  | { ok: true; identity: GoogleIdentity }
  | { ok: false; reason: string }
);

export interface GoogleSignIn {
  /** The redirect's origin, for the Content-Security-Policy. */
  readonly origin: string;
  /** Redirects to Google, with cookies that bind the return to this browser. `memo`: a short text. */
  begin(request: Request, memo: string): Promise<Response>;
  /** `mayAsk`: called for this browser's own attempt before Google is asked; false ends it with `tooManyTries`. */
  complete(request: Request, mayAsk: () => Promise<boolean>): Promise<GoogleAnswer>;
  /** Returns Set-Cookie values that delete the attempt, which is valid once. */
  forget(): Promise<string[]>;
}
