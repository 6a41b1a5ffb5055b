import { readFileSync } from "node:fs";
import { parseEnv as parseDotEnv } from "node:util";
import { expect, test } from "vitest";
import { parseEnv } from "~/platform/env.server";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test(".env.example names every variable the server reads, and no other", () => {
  const schema =
    /const variables = z\.object\(\{([\s\S]*?)\n\}\);/.exec(read("app/platform/env.server.ts"))?.[1] ?? "";
  const known = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]);
  const explained = [...read(".env.example").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    (match) => match[1],
  );
  expect(known.length).toBeGreaterThan(10);
  expect([...explained].sort()).toEqual([...known].sort());
});

test("a filled-in copy of .env.example replaces nothing that the image sets for the container", () => {
  const image = [...read("Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) =>
    line.split(" ").map((pair) => pair.split("=") as [string, string]),
  );
  const copied = parseDotEnv(read(".env.example"));
  const replaced = image.filter(([name, value]) => name in copied && copied[name] !== value);
  expect(image.map(([name]) => name)).toEqual(
    expect.arrayContaining(["HOST", "METRICS_HOST", "RELEASE", "WEB_CONCURRENCY"]),
  );
  expect(replaced).toEqual([]);
});

test("an unchanged .env.example is refused, listing all missing values", () => {
  const parsed = parseEnv(parseDotEnv(read(".env.example")));
  const names = parsed.ok ? [] : parsed.problems.map((problem) => problem.split(":")[0]);
  expect(names.sort()).toEqual([
    "APP_URL",
    "DATABASE_OWNER_URL",
    "DATABASE_URL",
    "GOOGLE_CLIENT_ID",
    "MAIL_FROM",
    "SESSION_SECRET",
    "SMTP_URL",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
  ]);
});
