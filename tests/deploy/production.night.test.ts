/** The contents of the image, tested without an image: the build and the packages it needs. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { startMailbox } from "../../dev/mailbox/start-mailbox";
import { findFreePort } from "../../dev/postgres/free-port";
import {
  bundledPackages,
  type LockFile,
  listInstalledPackages,
} from "../../dev/supply-chain/production-packages";
import { makeBuild } from "../support/http-app";
import { createEmptyDatabase } from "../support/test-database";

const run = promisify(execFile);

/** Returns the code of everything that runs on the server: build/server is only what the bundles were made from. */
function readBuilt(): string[] {
  return readdirSync("build")
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join("build", name), "utf8"));
}

beforeAll(async () => {
  await makeBuild();
}, 180_000);

/** Returns the packages that a bundle imports by name, also dynamically. Comments of packages quote SQL. */
function importedPackages(code: string): string[] {
  const found = code
    .replace(/^\s*\*.*$/gm, "")
    .matchAll(/(?:^import\s*|\sfrom\s*|\bimport\()\s*"(@?[\w-][\w./:-]*)"/gm);
  return [...new Set([...found].map(([, specifier = ""]) => packageOf(specifier)))];
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "dependencies" | "devDependencies",
  Record<string, string>
>;

test("the build imports production packages only", () => {
  const allowed = new Set([...Object.keys(dependencies), ...builtinModules]);
  const imported = readBuilt().flatMap(importedPackages);
  expect(imported).toContain("pg");
  const strange = imported.filter((name) => !name.startsWith("node:") && !allowed.has(name));
  expect(strange).toEqual([]);
});

test("every production package is named by the build", () => {
  const code = readBuilt().join("\n");
  // Also of `createRequire`, and of files in a package.
  const isNamed = (name: string) =>
    ['"', "'", "`"].some(
      (quote) => code.includes(`${quote}${name}${quote}`) || code.includes(`${quote}${name}/`),
    );
  expect(Object.keys(dependencies).filter((name) => !isNamed(name))).toEqual([]);
  expect(isNamed("hls.js")).toBe(false);
});

test("the bill of materials lists each development package that the bundles contain", () => {
  const names = JSON.parse(readFileSync("build/bundled-packages.json", "utf8")) as string[];
  const bundled = names.filter((name) => name in devDependencies);
  expect(bundled.sort()).toEqual([...bundledPackages].sort());
});

test("a production installation has no compilers, browser libraries or optional clients", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;
  const names = [...listInstalledPackages(lock)].map((each) => each.slice(0, each.lastIndexOf("@")));
  expect(names).toContain("pg");
  for (const name of ["typescript", "hls.js", "mediabunny", "tus-js-client", "ioredis"])
    expect(names).not.toContain(name);
});

const dockerfile = readFileSync("Dockerfile", "utf8");
const stages = dockerfile.split(/^FROM /m).slice(1);
const dependenciesStage = stages.find((stage) => stage.includes(" AS dependencies"));
const lastStage = stages.at(-1) ?? "";

/** Returns the commands of a stage of the image that are npm's. */
function listNpmCommands(stage = ""): string[] {
  return [...stage.matchAll(/^RUN (npm .+)$/gm)].map(([, command = ""]) => command);
}

/** Returns the variables of a stage of the image whose value is fixed. */
function readVariables(stage = ""): Record<string, string> {
  const words = [...stage.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) => line.split(" "));
  return Object.fromEntries(
    words.map((word) => word.split("=") as [string, string]).filter(([, is]) => !is.startsWith("$")),
  );
}

/**
 * Returns a command that runs another as the user `nobody` on a root that is read-only but for /var/tmp and one folder,
 * as `docker run --read-only --tmpfs` does. Only root can: otherwise returns the command itself.
 */
function contain(command: string[], writable: string): [program: string, words: string[]] {
  const [program = "", ...words] = command;
  if (process.getuid?.() !== 0) return [program, words];
  const script = `mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,bind,ro / &&
    mount -t tmpfs tmpfs /var/tmp && exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs "$@"`;
  return ["unshare", ["--mount", "sh", "-c", script, writable, program, ...words]];
}

describe("the commands of the image in a clean folder", () => {
  test("the product builds, migrates, serves as another user on a read-only root, and stops on a signal", {
    timeout: 900_000,
  }, async () => {
    const dir = mkdtempSync(join(tmpdir(), "sabia-production-"));
    const [building, image, files] = ["build", "image", "files"].map((name) => join(dir, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [building, image, files]) mkdirSync(folder);
    chmodSync(dir, 0o755);
    chmodSync(files, 0o777);
    const database = await createEmptyDatabase("sabia_production");
    const mailbox = await startMailbox();
    const clean = { PATH: process.env.PATH, HOME: process.env.HOME } as unknown as NodeJS.ProcessEnv;
    try {
      const { stdout: names } = await run("git", [
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
      ]);
      const ignored = readFileSync(".dockerignore", "utf8").split("\n");
      for (const name of names.split("\0")) {
        if (name && !ignored.includes(name.split("/")[0] ?? "") && existsSync(name))
          cpSync(name, join(building, name));
      }
      const inShell = (command: string, cwd: string) =>
        run("sh", ["-c", `${command.replace("npm ci", "npm ci --prefer-offline")}`], {
          cwd,
          env: clean,
          maxBuffer: 1e8,
        });
      for (const command of listNpmCommands(stages[0]))
        await inShell(command, building).catch((error: { code?: unknown }) => {
          // The registry of this machine has no audit: an image is not built where that is so.
          if (command !== "npm run audit" || error.code !== 2) throw error;
        });
      const maps = join(dir, "maps");
      const moveMaps = /^RUN (mkdir \/maps .+)$/m.exec(dockerfile)?.[1] ?? "false";
      await inShell(moveMaps.replaceAll("/maps", maps), building);
      expect(existsSync(join(maps, "server.js.map"))).toBe(true);
      expect(readdirSync(join(building, "build")).filter((name) => name.endsWith(".map"))).toEqual([]);
      for (const file of ["package.json", "package-lock.json", ".npmrc"]) cpSync(file, join(image, file));
      for (const command of listNpmCommands(dependenciesStage)) await inShell(command, image);
      cpSync(join(building, "build"), join(image, "build"), { recursive: true });

      const port = await findFreePort();
      const appUrl = `http://localhost:${port}`;
      const env = {
        ...readVariables(lastStage),
        PATH: process.env.PATH,
        TMPDIR: "/var/tmp",
        PORT: String(port),
        APP_URL: appUrl,
        DATABASE_URL: database.url,
        SESSION_SECRET: "0123456789abcdef0123456789abcdef",
        STRIPE_SECRET_KEY: "sk_test_0",
        STRIPE_WEBHOOK_SECRET: "whsec_0",
        GOOGLE_CLIENT_ID: "0",
        GOOGLE_CLIENT_SECRET: "0",
        SMTP_URL: mailbox.smtpUrl,
        STORAGE_DIR: files,
      } as unknown as NodeJS.ProcessEnv;
      const inImage = (...command: string[]) => run(...contain(command, files), { cwd: image, env });
      const migrated = await inImage("node", "build/migrate.js");
      expect(migrated.stdout).toContain("0001-base");
      await expect(inImage("node", "-e", "require('fs').writeFileSync('build/written', '')")).rejects.toThrow(
        /EROFS|EACCES/,
      );

      const command = JSON.parse(/^CMD (\[.+\])$/m.exec(lastStage)?.[1] ?? "[]") as string[];
      const server = spawn(...contain(command, files), { cwd: image, env, stdio: "pipe" });
      const output: string[] = [];
      server.stdout.on("data", (chunk) => output.push(String(chunk)));
      server.stderr.on("data", (chunk) => output.push(String(chunk)));
      const ended = once(server, "close");
      try {
        await untilHealthy(appUrl, () => server.exitCode === null, output);
        const page = await fetch(`${appUrl}/marketplace`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain("</html>");
        // The schema is this release's, and the store can be written to.
        const readiness = await fetch(`${appUrl}/readiness`);
        expect([readiness.status, await readiness.text()]).toEqual([
          200,
          "database: ok\nwrites: ok\nrights: ok\nschema: ok\ndataKey: ok\nstore: ok\njobs: ok\n",
        ]);
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
  const copied = [...lastStage.matchAll(/^COPY (?:--from=\S+ )?(.+)$/gm)].map((match) => match[1]);
  expect(copied).toEqual(["/app/node_modules ./node_modules", "/app/build ./build", "package.json ./"]);
  expect(lastStage).toMatch(/^USER node$/m);
  expect(dockerfile).toContain("RUN npm ci --omit=dev");
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  for (const name of [".env", ".git", ".data", "node_modules"]) expect(ignored).toContain(name);
});
