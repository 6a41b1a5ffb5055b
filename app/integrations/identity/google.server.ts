import { type CookieOptions, createCookie, createCookieSessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { type GoogleProfile, GoogleStrategy } from "remix-auth-google";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { isStorable, toStorable } from "~/integrations/storable-text";
import type { GoogleIdentity, GoogleSignIn } from "./identity";

/** Google answers in well under a second; a visitor does not wait longer than this, in milliseconds. */
const patienceMs = 8_000;

/** How long one may take at Google, in seconds. */
const waySeconds = 600;

interface Settings {
  clientId: string;
  clientSecret: string;
  appUrl: string;
  /** Signs the cookies that hold the state. */
  secret: string;
  clock: Clock;
  /** Only to point elsewhere: an origin with `/authorize`, `/token` and `/userinfo`. */
  oauthUrl?: string;
}

const userInfo = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.email().max(254),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().max(200).transform(toStorable).default(""),
});

/** What a browser keeps while its user is at Google; `at` is when they left, in milliseconds. */
const way = z.object({ memo: z.string(), state: z.string().min(1), at: z.number() });

/** The package's strategy with its endpoints settable, a limit on every wait, and Google's answers checked. */
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
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) throw new Error(`token endpoint answered ${response.status}`);
    return this.getAccessToken(response);
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const response = await fetch(this.userInfoAddress, {
      headers: { Authorization: `Bearer ${accessToken}` },
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) throw new Error(`userinfo endpoint answered ${response.status}`);
    return { provider: "google", _json: await response.json() } as GoogleProfile;
  }
}

function readIdentity(profile: GoogleProfile): GoogleIdentity {
  const info = userInfo.parse(profile._json);
  return { sub: info.sub, email: info.email, emailVerified: info.email_verified, fullName: info.name };
}

/** Google sign-in through remix-auth: authorization code flow, the state bound to the browser by a signed cookie. */
export function createGoogleSignIn(settings: Settings): GoogleSignIn {
  const secure = settings.appUrl.startsWith("https:");
  const prefix = secure ? "__Host-" : "";
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [settings.secret],
    maxAge: waySeconds,
  };
  const storage = createCookieSessionStorage({ cookie: { name: `${prefix}sabia-google`, ...options } });
  // Beside the package's own: what to come back to, and until when the state is good, also with cookies that were kept.
  const wayCookie = createCookie(`${prefix}sabia-google-way`, options);
  const readWay = async (request: Request) =>
    way.safeParse(await wayCookie.parse(request.headers.get("Cookie")).catch(() => undefined)).data;
  const authenticator = new Authenticator<GoogleIdentity>(storage).use(new Strategy(settings), "google");
  return {
    origin: new URL(settings.oauthUrl ?? "https://accounts.google.com").origin,
    async begin(request, memo) {
      try {
        // The form's body has been read by now; only address and cookies matter here.
        await authenticator.authenticate("google", new Request(request.url, { headers: request.headers }));
      } catch (thrown) {
        if (!(thrown instanceof Response)) throw thrown;
        const state = new URL(thrown.headers.get("Location") ?? "").searchParams.get("state");
        const begun = { memo, state, at: settings.clock().getTime() };
        thrown.headers.append("Set-Cookie", await wayCookie.serialize(begun));
        return thrown;
      }
      throw new Error("the way to Google did not begin with a redirect");
    },
    async complete(request) {
      const begun = await readWay(request);
      const memo = begun?.memo ?? "";
      const failed = (reason: string, ours: boolean) => ({ ok: false, reason, memo, ours }) as const;
      if (!begun || begun.state !== new URL(request.url).searchParams.get("state"))
        return failed("not the way that this browser began", false);
      if (settings.clock().getTime() - begun.at > waySeconds * 1_000) return failed("took too long", true);
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
      await wayCookie.serialize("", { maxAge: 0 }),
    ],
  };
}
