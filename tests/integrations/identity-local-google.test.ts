/** What the local Google refuses. The adapter's own sign-ins: tests/features/entrance/sign-in/google.test.ts. */
import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { startGoogle } from "../../dev/google/start-google";

const client = { id: "an-id", secret: "a-secret" };
const google = await startGoogle({ client });
afterAll(() => google.close());

const redirectUri = "http://localhost:3000/auth/google/callback";
const verifier = "v".repeat(43);
const pkce = {
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};

function authorize(changes: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    state: "a-state",
    picked_email: "gil@example.com",
    ...changes,
  });
  return fetch(`${google.url}/authorize?${query}`, { redirect: "manual" });
}

async function newCode(changes?: Record<string, string>): Promise<string> {
  const location = new URL((await authorize(changes)).headers.get("Location") ?? "");
  expect(location.searchParams.get("state")).toBe("a-state");
  return location.searchParams.get("code") ?? "";
}

async function exchange(code: string, changes: Record<string, string> = {}) {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: client.id,
    client_secret: client.secret,
    redirect_uri: redirectUri,
    code,
    ...changes,
  });
  const response = await fetch(`${google.url}/token`, { method: "POST", body });
  return { status: response.status, ...(await response.json()) };
}

const invalidGrant = { status: 400, error: "invalid_grant" };

test("a code is exchanged once, for a token that names the chosen account", async () => {
  const code = await newCode();
  const { access_token: token, ...rest } = await exchange(code);
  expect(rest).toMatchObject({ status: 200, token_type: "Bearer" });
  const headers = { Authorization: `Bearer ${token}` };
  const user = await fetch(`${google.url}/userinfo`, { headers });
  expect(await user.json()).toMatchObject({ email: "gil@example.com", email_verified: false });
  expect(await exchange(code)).toEqual(invalidGrant);
});

test("a code is refused to another client, redirect address and grant", async () => {
  const exchanged = async (changes: Record<string, string>) => exchange(await newCode(), changes);
  expect(await exchanged({ redirect_uri: "http://localhost:3000/" })).toEqual(invalidGrant);
  expect(await exchanged({ code: "guessed" })).toEqual(invalidGrant);
  const invalidClient = { status: 401, error: "invalid_client" };
  expect(await exchanged({ client_id: "another" })).toEqual(invalidClient);
  expect(await exchanged({ client_secret: "another" })).toEqual(invalidClient);
  expect(await exchanged({ grant_type: "password" })).toEqual({
    status: 400,
    error: "unsupported_grant_type",
  });
});

test("a code with a challenge is exchanged by its verifier alone", async () => {
  expect(await exchange(await newCode(pkce), { code_verifier: verifier })).toMatchObject({ status: 200 });
  expect(await exchange(await newCode(pkce), { code_verifier: "w".repeat(43) })).toEqual(invalidGrant);
  expect(await exchange(await newCode(pkce))).toEqual(invalidGrant);
  expect(await exchange(await newCode(), { code_verifier: verifier })).toEqual(invalidGrant);
});

test.each([
  ["another client", { client_id: "another" }],
  ["a redirect address that is none", { redirect_uri: "/auth/google/callback" }],
  ["another response type", { response_type: "token" }],
])("a request with %s is refused", async (_, changes) => {
  const response = await authorize(changes);
  expect([response.status, response.headers.get("Location")]).toEqual([400, null]);
});

test("a user is described for a token only", async () => {
  for (const headers of [undefined, { Authorization: "Bearer guessed" }])
    expect((await fetch(`${google.url}/userinfo`, { headers })).status).toBe(401);
});
