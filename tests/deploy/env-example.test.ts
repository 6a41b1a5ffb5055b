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

test("the unit of docs/operations.md sets no variable that the environment file is meant to set", () => {
  const unit = /```ini\n(\[Unit\][\s\S]*?)```/.exec(read("docs/operations.md"))?.[1] ?? "";
  const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) =>
    line.split(" ").map((pair) => pair.split("=")),
  );
  const explained = [...read(".env.example").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name, value]) => [name, value] as const,
  );
  expect(set.length).toBeGreaterThan(0);
  // What systemd sets comes first: the same line in the file would do nothing.
  for (const [name, value] of set) {
    const inFile = explained.find(([explainedName]) => explainedName === name);
    if (inFile) expect(inFile[1]).toBe(value);
  }
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

test("the image and Fly run what the build makes", () => {
  const entries =
    /server: "server\.ts",\s+supervisor: "app\/server\/supervisor\/start\.server\.ts",\s+migrate: "migrations\/tools\/run\.ts",/;
  expect(read("dev/build-server.ts")).toMatch(entries);
  expect(read("Dockerfile")).toContain('"build/supervisor.js"');
  expect(JSON.parse(read("package.json")).scripts["start:production"]).toContain("build/supervisor.js");
  expect(read("fly.toml")).toContain('release_command = "node build/migrate.js"');
});
