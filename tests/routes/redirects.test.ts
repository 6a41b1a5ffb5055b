import { afterAll, describe, expect, test } from "vitest";
import { startGoogle } from "../../dev/google/start-google";
import { googlePerson, googleVariables, signInWithGoogle } from "../features/entrance/sign-in/google-flow";
import { Browser, type Reply } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { makeConsumer } from "../support/people";
import { appUrl } from "../support/test-services";

const google = await startGoogle();
afterAll(() => google.close());
const { world, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1", ...googleVariables(google.url) });
const beto = await makeConsumer(world);

/** Attempts to redirect to another site; app/platform/redirect-target.test.ts has more of each kind. */
const hostile = [
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/a/..//evil.example",
  "/%2F%2Fevil.example",
];

/** Our own targets, which are kept: without them, always using the fallback would pass. */
const ours = ["/watch/1?lng=en", "/videos/abc#buy", "/account", "/creator/videos?after=1"];

/** Where a browser would end up. */
function endOf(reply: Reply): { origin: string; path: string } {
  const raw = reply.location ?? goToIn(reply.body) ?? "";
  // Raw: no control character may pass, whatever a browser does with it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
  expect(raw).not.toMatch(/[\u0000-\u0020\\]/);
  const url = new URL(raw, `${appUrl}/consumer-login`);
  return { origin: url.origin, path: url.pathname + url.search + url.hash };
}

/** The path that a script goes to after the delay. */
function goToIn(body: string): string | undefined {
  return /"goTo","([^"]+)"/.exec(body)?.[1];
}

let signups = 0;
const query = (target: string) => new URLSearchParams({ redirectTo: target }).toString();
const login = { intent: "login", email: beto.email, password: beto.password };
const signup = () => {
  signups += 1;
  return {
    intent: "signup",
    fullName: "Bia",
    email: `bia-${signups}@example.com`,
    password: "battery staple",
  };
};

const ways: Record<string, (target: string) => Promise<Reply>> = {
  "the login page, signed in": (target) =>
    new Browser({ port, cookie: beto.cookie }).get(`/consumer-login?${query(target)}`),
  "the login page as data, signed in": (target) =>
    new Browser({ port, cookie: beto.cookie }).get(`/consumer-login.data?${query(target)}`),
  "the login page in English, signed in": (target) =>
    new Browser({ port, cookie: beto.cookie }).get(`/consumer-login?lng=en&${query(target)}`),
  "signing in": (target) => new Browser({ port }).post(`/consumer-login?${query(target)}`, login),
  "signing in by script": (target) =>
    new Browser({ port }).post(`/consumer-login.data?${query(target)}`, login),
  "signing up": (target) =>
    new Browser({ port }).post(`/consumer-login?tab=signup&${query(target)}`, signup()),
  "signing up by script": (target) =>
    new Browser({ port }).post(`/consumer-login.data?${query(target)}`, signup()),
  "signing in with Google": (target) =>
    signInWithGoogle(new Browser({ port }), google, googlePerson(), { redirectTo: target }),
  "Google refusing": (target) =>
    signInWithGoogle(new Browser({ port }), google, googlePerson({ emailVerified: false }), {
      redirectTo: target,
      lng: "en",
    }),
};

describe.each(Object.entries(ways))("the redirect of %s", (name, go) => {
  test("always stays on this site", async () => {
    for (const target of hostile) {
      const { origin, path } = endOf(await go(target));
      expect({ target, origin }).toEqual({ target, origin: appUrl });
      expect(path, target).not.toMatch(/^\/\/|^\/%(2f|5c)/i);
    }
  });

  test("keeps valid targets", async () => {
    for (const target of ours) {
      const { path } = endOf(await go(target));
      const kept =
        name === "Google refusing" ? new URLSearchParams(path.split("?")[1]).get("redirectTo") : path;
      expect(kept?.replace(/[?&]lng=en/, "")).toBe(target.replace(/[?&]lng=en/, ""));
    }
  });
});

test.each(["/creator-login", "/admin-login", "/creator-register", "/logout", "/auth/google"])(
  "%s ignores a target in its address",
  async (path) => {
    const browser = new Browser({ port, cookie: beto.cookie });
    const asked = `${path}?redirectTo=https://evil.example&returnTo=//evil.example&next=//evil.example&url=//evil.example`;
    for (const reply of [
      await browser.get(asked),
      await browser.post(asked, { redirectTo: "//evil.example" }),
    ]) {
      const external = reply.location?.startsWith(`${google.url}/authorize?`);
      if (reply.location !== null && !external) expect(endOf(reply).origin).toBe(appUrl);
      if (external) expect(reply.location).not.toContain("evil.example");
    }
  },
);
