import { createPrivateKey, type JsonWebKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { companyOf, listMissingCompanyVariables } from "~/platform/company";
import { listenHost, parseEnv } from "~/platform/env.server";
import { makeRsaJwk } from "../../dev/cloudflare-stream/account";

const right = {
  APP_URL: "http://localhost:3000",
  DATABASE_URL: "postgres://user:secret@127.0.0.1:5432/sabia",
  SESSION_SECRET: "s".repeat(32),
  STRIPE_SECRET_KEY: "sk_test_123",
  STRIPE_WEBHOOK_SECRET: "whsec_123",
  STORAGE_DIR: "/var/lib/sabia",
};
const production = {
  ...right,
  NODE_ENV: "production",
  APP_URL: "https://sabia.example",
  SMTP_URL: "smtps://user:secret@mail.example:465",
  GOOGLE_CLIENT_ID: "google-id",
  GOOGLE_CLIENT_SECRET: "google-secret",
};

const jwk = makeRsaJwk();
const pemOf = (key: JsonWebKey) =>
  createPrivateKey({ key, format: "jwk" }).export({ format: "pem", type: "pkcs1" });
const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
const stream = {
  CLOUDFLARE_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
  CLOUDFLARE_API_TOKEN: "cloudflare-token",
  CLOUDFLARE_STREAM_KEY_ID: jwk.kid,
  CLOUDFLARE_STREAM_KEY_JWK: inBase64(jwk),
  CLOUDFLARE_STREAM_CUSTOMER: "f33zs165nr7gyfy4",
  CLOUDFLARE_STREAM_WEBHOOK_SECRET: "webhook-secret",
};

/** The settings of variables that are accepted. */
function settingsOf(variables: Record<string, string | undefined>) {
  const parsed = parseEnv(variables);
  if (!parsed.ok) expect.fail(parsed.problems.join("\n"));
  return parsed.env;
}

function problemsOf(variables: Record<string, string | undefined>): string[] {
  const parsed = parseEnv(variables);
  return parsed.ok ? [] : parsed.problems;
}

/** The variables in a list of problems. */
function namesIn(problems: string[]): string[] {
  return problems.map((problem) => problem.split(":")[0] ?? "").sort();
}

test("an empty environment is refused with every required variable", () => {
  expect(namesIn(problemsOf({}))).toEqual([
    "APP_URL",
    "DATABASE_URL",
    "SESSION_SECRET",
    "STORAGE_DIR",
    "STRIPE_SECRET_KEY",
  ]);
  expect(problemsOf({})).toContain("DATABASE_URL: missing");
});

test("a complete environment returns the settings with defaults", () => {
  const defaults = { NODE_ENV: "development", PORT: 3000, LOG_LEVEL: "info" };
  expect(settingsOf(right)).toMatchObject({ ...defaults, YOUTUBE_IMAGE_URL: "https://i.ytimg.com" });
});

test.each([
  ["without a proxy: every interface", {}, undefined],
  ["behind a proxy: loopback", { TRUSTED_PROXY_HOPS: "1" }, "127.0.0.1"],
  ["behind a proxy on another machine: as set", { TRUSTED_PROXY_HOPS: "1", HOST: "10.0.0.5" }, "10.0.0.5"],
  ["as set without a proxy", { HOST: "::1" }, "::1"],
])("the server listens %s", (_, changes, host) => {
  expect(listenHost(settingsOf({ ...right, ...changes }))).toBe(host);
});

test("trusted proxies are addresses, ranges and names", () => {
  const { TRUSTED_PROXIES } = settingsOf({
    ...right,
    TRUSTED_PROXIES: "loopback, 100.64.0.0/10,2001:db8::/32",
  });
  expect(TRUSTED_PROXIES).toEqual(["loopback", "100.64.0.0/10", "2001:db8::/32"]);
  for (const value of ["proxy.example", "10.0.0.0/33", "loopback,", "*"])
    expect(namesIn(problemsOf({ ...right, TRUSTED_PROXIES: value }))).toEqual(["TRUSTED_PROXIES"]);
});

test("a CNPJ may have letters, and is formatted", () => {
  for (const value of ["12abc34501de35", "12.ABC.345/01DE-35"])
    expect(settingsOf({ ...right, COMPANY_CNPJ: value }).COMPANY_CNPJ).toBe("12.ABC.345/01DE-35");
  for (const value of ["12.ABC.345/01DE-53", "11.111.111/1111-11", "12.ABC.345/01DE-35 x"])
    expect(namesIn(problemsOf({ ...right, COMPANY_CNPJ: value }))).toEqual(["COMPANY_CNPJ"]);
});

test("the missing variables of the company are listed", () => {
  const env = settingsOf({ ...right, COMPANY_NAME: "Loja Ltda.", SUPPORT_EMAIL: "ajuda@loja.example" });
  expect(listMissingCompanyVariables(env)).toEqual(["COMPANY_CNPJ", "COMPANY_ADDRESS", "DPO_NAME"]);
  const officer = { name: "Loja Ltda.", email: "ajuda@loja.example" };
  expect(companyOf(env)).toMatchObject({ name: "Loja Ltda.", cnpj: undefined, officer });
  const named = { ...env, DPO_NAME: "Clara Lima", DPO_EMAIL: "dados@loja.example" };
  expect(companyOf(named).officer).toEqual({ name: "Clara Lima", email: "dados@loja.example" });
});

test("an invalid environment is refused with every variable, without its value", () => {
  const wrong = {
    NODE_ENV: "staging",
    APP_URL: "localhost:3000",
    PORT: "70000",
    LOG_LEVEL: "loud",
    DATABASE_URL: "mysql://root:hunter2@db/x",
    SESSION_SECRET: "hunter2",
    STRIPE_SECRET_KEY: "pk_live_hunter2",
    STRIPE_WEBHOOK_SECRET: "hunter2",
    STRIPE_API_URL: "ftp://stripe",
    YOUTUBE_IMAGE_URL: "javascript:alert(1)",
    S3_ENDPOINT: "not an address",
    SMTP_URL: "http://mail",
    FIRST_ADMIN_EMAIL: "somebody",
    COMPANY_CNPJ: "12.ABC.345/01DE-36",
    SUPPORT_EMAIL: "hunter2",
    PAYOUT_TWO_PEOPLE: "hunter2",
    CLOUDFLARE_ACCOUNT_ID: "hunter2",
    CLOUDFLARE_API_TOKEN: "hunter2 hunter2",
    CLOUDFLARE_STREAM_KEY_ID: "../hunter2",
    CLOUDFLARE_STREAM_KEY_JWK: "hunter2",
    CLOUDFLARE_STREAM_CUSTOMER: "customer-hunter2.cloudflarestream.com",
    CLOUDFLARE_API_URL: "hunter2",
    CLOUDFLARE_STREAM_URL: "hunter2",
  };
  const problems = problemsOf({ ...right, ...stream, ...wrong });
  expect(namesIn(problems)).toEqual(Object.keys(wrong).sort());
  expect(problems.join("\n")).not.toMatch(/hunter2|mysql|pk_live/);
});

test.each([
  ["STRIPE_SECRET_KEY", "sk_live_…"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_…"],
  ["DATABASE_URL", "postgres://user:password@host:5432/sabia"],
  ["SMTP_URL", "smtps://user:password@mail.example"],
  ["MAIL_FROM", "Sabiá <nao-responda@…>"],
  ["SESSION_SECRET", "…".repeat(40)],
  ["APP_URL", "https://…"],
])("%s: a placeholder of .env.example is refused", (name, value) => {
  expect(problemsOf({ ...production, [name]: value })).toEqual([
    `${name}: still the placeholder of .env.example`,
  ]);
});

test.each(["-1", "65536", "80.5", "http", "3000 3001"])("PORT %s is refused", (PORT) => {
  expect(namesIn(problemsOf({ ...right, PORT }))).toEqual(["PORT"]);
});

test("the app's address is kept as an origin", () => {
  const { APP_URL } = settingsOf({ ...right, APP_URL: "http://localhost:3000/some/path?x=1" });
  expect(APP_URL).toBe("http://localhost:3000");
});

describe("the storage settings", () => {
  test("require a folder or a bucket", () => {
    expect(namesIn(problemsOf({ ...right, STORAGE_DIR: undefined }))).toEqual(["STORAGE_DIR"]);
  });

  test("configure S3 completely or not at all", () => {
    const bucket = { ...right, STORAGE_DIR: undefined, S3_BUCKET: "videos" };
    expect(namesIn(problemsOf(bucket))).toEqual(["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
    expect(namesIn(problemsOf({ ...right, S3_ACCESS_KEY_ID: "id" }))).toEqual([
      "S3_BUCKET",
      "S3_SECRET_ACCESS_KEY",
    ]);
    expect(problemsOf({ ...bucket, S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" })).toEqual([]);
  });
});

describe("the settings of Cloudflare Stream", () => {
  test("are complete or absent", () => {
    expect(problemsOf({ ...right, ...stream })).toEqual([]);
    for (const name of Object.keys(stream)) {
      expect(namesIn(problemsOf({ ...right, ...stream, [name]: "" }))).toEqual([name]);
    }
  });

  test.each([
    ["as Cloudflare gives it", inBase64(jwk)],
    ["as the JSON itself", JSON.stringify(jwk)],
    ["with white space around it", ` ${inBase64(jwk)}\n`],
  ])("accept the key %s", (_, CLOUDFLARE_STREAM_KEY_JWK) => {
    const env = settingsOf({ ...right, ...stream, CLOUDFLARE_STREAM_KEY_JWK });
    expect(env.CLOUDFLARE_STREAM_KEY_JWK).toMatchObject(jwk);
  });

  test.each([
    ["its public half", inBase64({ kty: "RSA", n: jwk.n, e: jwk.e })],
    ["the PEM", Buffer.from(pemOf(jwk)).toString("base64")],
    ["half of it", inBase64(jwk).slice(0, 200)],
    ["a key of another kind", inBase64({ kty: "oct", k: "c2VjcmV0" })],
    ["JSON that is none", "{"],
  ])("refuse %s as the key", (_, CLOUDFLARE_STREAM_KEY_JWK) => {
    expect(namesIn(problemsOf({ ...right, ...stream, CLOUDFLARE_STREAM_KEY_JWK }))).toEqual([
      "CLOUDFLARE_STREAM_KEY_JWK",
    ]);
  });

  test("name an id that belongs to another key", () => {
    const problems = problemsOf({ ...right, ...stream, CLOUDFLARE_STREAM_KEY_ID: "another" });
    expect(namesIn(problems)).toEqual(["CLOUDFLARE_STREAM_KEY_ID"]);
  });
});

describe("the production settings", () => {
  test("are accepted if all are present", () => expect(problemsOf(production)).toEqual([]));

  test("require https, except for a loopback address", () => {
    expect(namesIn(problemsOf({ ...production, APP_URL: "http://sabia.example" }))).toEqual(["APP_URL"]);
    for (const APP_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
      expect(problemsOf({ ...production, APP_URL })).toEqual([]);
    }
    expect(namesIn(problemsOf({ ...production, APP_URL: "http://localhost.evil.example" }))).toEqual([
      "APP_URL",
    ]);
  });

  test("are listed if they are missing", () => {
    const { STRIPE_WEBHOOK_SECRET: _, SMTP_URL: __, ...rest } = production;
    const problems = problemsOf({ ...rest, APP_URL: "http://sabia.example" });
    expect(namesIn(problems)).toEqual(["APP_URL", "SMTP_URL", "STRIPE_WEBHOOK_SECRET"]);
  });
});
