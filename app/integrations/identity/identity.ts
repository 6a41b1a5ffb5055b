/** Who Google says is there. */
export interface GoogleIdentity {
  /** Google's own name for the account: never changes, unlike the e-mail. */
  sub: string;
  email: string;
  emailVerified: boolean;
  fullName: string;
}

/**
 * `memo` is what was given along; it comes back with a failure too, where the browser still has it. `ours`: it answers
 * the way that this browser began last, and not another tab's, an older one or nobody's.
 */
export type GoogleAnswer = { memo: string; ours: boolean } & (
  | { ok: true; identity: GoogleIdentity }
  | { ok: false; reason: string }
);

/** Signing in with Google: away and back. */
export interface GoogleSignIn {
  /** Where the way leads, for the Content-Security-Policy. */
  readonly origin: string;
  /**
   * Answers with the way to Google, and cookies that tie the way back to this browser. `memo` is a short text to be
   * had again on the way back.
   */
  begin(request: Request, memo: string): Promise<Response>;
  /** Reads the way back. Cancelled, forged or failed is `ok: false`, with the reason for the log. */
  complete(request: Request): Promise<GoogleAnswer>;
  /** The Set-Cookie values that make the browser forget the way: it serves once. */
  forget(): Promise<string[]>;
}
