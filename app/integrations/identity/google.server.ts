import { type CookieOptions, createCookie, createCookieSessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { type GoogleProfile, GoogleStrategy } from "remix-auth-google";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { limitedSignal } from "~/integrations/request-deadline";
import { isStorable, toStorable } from "~/integrations/storable-text";
import type { GoogleIdentity, GoogleSignIn } from "./identity";

/** Google normally responds in well under a second. */
const timeoutMs = 8_000;

/** Maximum time at Google. */
const oauthStateSeconds = 600;

interface Settings {
  clientId: string;
  clientSecret: string;
  appUrl: string;
  /** The first signs the cookie; all are read. */
  secrets: readonly string[];
  clock: Clock;
  /** For tests: has `/authorize`, `/token` and `/userinfo`. */
  oauthUrl?: string;
}

const userInfo = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.email().max(254),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().max(200).transform(toStorable).default(""),
});

/** In a cookie while the user is at Google; `at`: departure, in milliseconds. */
const attemptShape = z.object({ memo: z.string(), state: z.string().min(1), at: z.number() });

/** With configurable endpoints, timeouts and validated responses. */
class Strategy extends GoogleStrategy<GoogleIdentity> {
  private readonly userInfoAddress: string;

  constructor({ clientId, clientSecret, appUrl, oauthUrl }: Settings) {
    super(
      {
        clientID: clientId,
        clientSecret,
        callbackURL: `${appUrl}/auth/google/callback`,
        prompt: "select_account",
      },
      async ({ profile }) => readIdentity(profile),
    );
    if (oauthUrl) {
      this.authorizationURL = `${oauthUrl}/authorize`;
      this.tokenURL = `${oauthUrl}/token`;
    }
    this.userInfoAddress = oauthUrl
      ? `${oauthUrl}/userinfo`
      : "https://openidconnect.googleapis.com/v1/userinfo";
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    params.set("client_id", this.clientID);
    params.set("client_secret", this.clientSecret);
    params.set("code", code);
    const response = await fetch(this.tokenURL, {
      method: "POST",
      body: params,
      redirect: "error",
      signal: limitedSignal(timeoutMs),
    });
    if (!response.ok) throw new Error(`token endpoint answered ${response.status}`);
    return this.getAccessToken(response);
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const response = await fetch(this.userInfoAddress, {
      headers: { Authorization: `Bearer ${accessToken}` },
      redirect: "error",
      signal: limitedSignal(timeoutMs),
    });
    if (!response.ok) throw new Error(`userinfo endpoint answered ${response.status}`);
    return { provider: "google", _json: await response.json() } as GoogleProfile;
  }
}

function readIdentity(profile: GoogleProfile): GoogleIdentity {
  const info = userInfo.parse(profile._json);
  return { sub: info.sub, email: info.email, emailVerified: info.email_verified, fullName: info.name };
}

/** Authorization code flow through remix-auth, with the state bound to the browser by a signed cookie. */
export function createGoogleSignIn(settings: Settings): GoogleSignIn {
  const secure = settings.appUrl.startsWith("https:");
  const prefix = secure ? "__Host-" : "";
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [...settings.secrets],
    maxAge: oauthStateSeconds,
  };
  const storage = createCookieSessionStorage({ cookie: { name: `${prefix}sabia-google`, ...options } });
  // In addition to the package's cookie: the memo, and an expiry that also holds for copied cookies.
  const attemptCookie = createCookie(`${prefix}sabia-google-way`, options);
  const readAttempt = async (request: Request) =>
    attemptShape.safeParse(await attemptCookie.parse(request.headers.get("Cookie")).catch(() => undefined))
      .data;
  const authenticator = new Authenticator<GoogleIdentity>(storage).use(new Strategy(settings), "google");
  return {
    origin: new URL(settings.oauthUrl ?? "https://accounts.google.com").origin,
    async begin(request, memo) {
      try {
        // The body has already been read; only URL and cookies are needed.
        await authenticator.authenticate("google", new Request(request.url, { headers: request.headers }));
      } catch (thrown) {
        if (!(thrown instanceof Response)) throw thrown;
        const state = new URL(thrown.headers.get("Location") ?? "").searchParams.get("state");
        const attempt = { memo, state, at: settings.clock().getTime() };
        thrown.headers.append("Set-Cookie", await attemptCookie.serialize(attempt));
        return thrown;
      }
      throw new Error("the way to Google did not begin with a redirect");
    },
    async complete(request, mayAsk) {
      const attempt = await readAttempt(request);
      const memo = attempt?.memo ?? "";
      const failed = (reason: string, ours: boolean) => ({ ok: false, reason, memo, ours }) as const;
      if (!attempt || attempt.state !== new URL(request.url).searchParams.get("state"))
        return failed("not the way that this browser began", false);
      if (settings.clock().getTime() - attempt.at > oauthStateSeconds * 1_000)
        return failed("took too long", true);
      if (!(await mayAsk())) return failed("tooManyTries", true);
      try {
        const identity = await authenticator.authenticate("google", request, { throwOnError: true });
        return { ok: true, identity, memo, ours: true };
      } catch (error) {
        if (error instanceof Response) return failed(`answered ${error.status}`, true);
        return failed(error instanceof Error ? error.message : String(error), true);
      }
    },
    forget: async () => [
      await storage.destroySession(await storage.getSession()),
      await attemptCookie.serialize("", { maxAge: 0 }),
    ],
  };
}
