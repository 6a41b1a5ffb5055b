/** The contents of the image, tested without an image: the build and the packages it needs. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { startMailbox } from "../../dev/mailbox/start-mailbox";
import { findFreePort } from "../../dev/postgres/free-port";
import { makeBuild } from "../support/http-app";
import { createEmptyDatabase } from "../support/test-database";

const run = promisify(execFile);
const built = [
  "build/server.js",
  "build/supervisor.js",
  "build/migrate.js",
  "build/jobs.js",
  "build/backup.js",
  "build/restore.js",
  "build/doctor.js",
  "build/storage-setup.js",
  "build/prove-ledger.js",
  "build/workbook-worker.js",
  "build/server/index.js",
];

beforeAll(async () => {
  await makeBuild();
}, 180_000);

/** Returns the packages that a bundle imports by name, also dynamically. */
function importedPackages(code: string): string[] {
  const found = code.matchAll(/(?:^import\s*|\sfrom\s*|\bimport\()\s*"(@?[\w-][\w./:-]*)"/gm);
  return [...new Set([...found].map(([, specifier = ""]) => packageOf(specifier)))];
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

test("what was built imports production packages only", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const allowed = new Set([...Object.keys(dependencies), ...builtinModules]);
  const imported = built.flatMap((file) => importedPackages(readFileSync(file, "utf8")));
  expect(imported).toContain("pg");
  const strange = imported.filter((name) => !name.startsWith("node:") && !allowed.has(name));
  expect(strange).toEqual([]);
});

describe.runIf(process.env.SABIA_HARD)("a folder with the build and its packages alone", () => {
  test("migrates, serves and stops on a signal", { timeout: 300_000 }, async () => {
    const dir = mkdtempSync(join(tmpdir(), "sabia-production-"));
    const database = await createEmptyDatabase("sabia_production");
    const mailbox = await startMailbox();
    try {
      // The Dockerfile's own steps.
      for (const file of ["package.json", "package-lock.json", ".npmrc"]) cpSync(file, join(dir, file));
      await run("npm", ["ci", "--omit=dev", "--prefer-offline"], { cwd: dir });
      cpSync("build", join(dir, "build"), { recursive: true });

      const port = await findFreePort();
      const appUrl = `http://localhost:${port}`;
      const env: NodeJS.ProcessEnv = {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        PORT: String(port),
        APP_URL: appUrl,
        DATABASE_URL: database.url,
        SESSION_SECRET: "0123456789abcdef0123456789abcdef",
        STRIPE_SECRET_KEY: "sk_test_0",
        STRIPE_WEBHOOK_SECRET: "whsec_0",
        GOOGLE_CLIENT_ID: "0",
        GOOGLE_CLIENT_SECRET: "0",
        SMTP_URL: mailbox.smtpUrl,
        STORAGE_DIR: join(dir, "files"),
      };
      const migrated = await run(process.execPath, ["build/migrate.js"], { cwd: dir, env });
      expect(migrated.stdout).toContain("0001-foundation");

      const server = spawn(process.execPath, ["build/supervisor.js"], { cwd: dir, env, stdio: "pipe" });
      const output: string[] = [];
      server.stdout.on("data", (chunk) => output.push(String(chunk)));
      server.stderr.on("data", (chunk) => output.push(String(chunk)));
      const ended = once(server, "close");
      try {
        await untilHealthy(appUrl, () => server.exitCode === null, output);
        const page = await fetch(`${appUrl}/marketplace`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain("</html>");
      } finally {
        server.kill("SIGTERM");
      }
      expect((await ended)[0]).toBe(0);
    } finally {
      await mailbox.close();
      await database.drop();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

async function untilHealthy(url: string, lives: () => boolean, output: string[]): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
    if (!lives()) break;
    const answer = await fetch(`${url}/healthcheck`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`the server did not become healthy:\n${output.join("")}`);
}

test("the image copies the build and its dependencies, and nothing else", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const last = dockerfile.split(/^FROM /m).at(-1) ?? "";
  const copied = [...last.matchAll(/^COPY (?:--from=\S+ )?(.+)$/gm)].map((match) => match[1]);
  expect(copied).toEqual(["/app/node_modules ./node_modules", "/app/build ./build", "package.json ./"]);
  expect(last).toMatch(/^USER node$/m);
  expect(dockerfile).toContain("RUN npm ci --omit=dev");
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  for (const name of [".env", ".git", ".data", "node_modules"]) expect(ignored).toContain(name);
});
