/** The built app with its database and a signed-in creator. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import sharp from "sharp";
import { startApp } from "../dev/app-process";
import { buildApp } from "../dev/build-app";
import { startLocalWorld } from "../dev/local-world";
import { findFreePort } from "../dev/postgres/free-port";

export interface AppUnderTest {
  url: string;
  pid: number;
  /** The server's environment, with the database owner's role: benchmarks bypass triggers. */
  env: Record<string, string>;
  /** The Cookie header of a creator. */
  cookie: string;
  logFile: string;
  /** The folder of stored objects. */
  objectsDir: string;
  /** Returns the longest block of the event loop since the last call, in milliseconds. */
  longestStandstill(): Promise<number>;
  stop(): Promise<void>;
}

const loopWatch = pathToFileURL("bench/loop-watch.js").href;

/**
 * Starts the app as in production, with its log in a file. `dir`: for all stored data. `variables`: changes of its
 * environment.
 */
export async function startAppUnderTest(
  dir: string,
  variables: Record<string, string> = {},
): Promise<AppUnderTest> {
  await buildApp();
  const url = `http://localhost:${await findFreePort()}`;
  const world = await startLocalWorld({ dir, appUrl: url, ephemeral: true });
  try {
    const logFile = join(dir, "app.log");
    const loopFile = join(dir, "loop.txt");
    const watched = { NODE_OPTIONS: `--import=${loopWatch}`, BENCH_LOOP_FILE: loopFile };
    const app = await startApp({ ...world.env, ...watched, ...variables }, { quiet: true, logFile });
    const stop = async () => {
      await app.stop();
      await world.stop();
    };
    return {
      url,
      pid: app.process.pid ?? 0,
      env: { ...world.env, DATABASE_URL: world.databaseOwnerUrl },
      logFile,
      async longestStandstill() {
        rmSync(loopFile, { force: true });
        app.process.kill("SIGUSR2");
        while (!existsSync(loopFile)) await setTimeout(10);
        await setTimeout(50);
        return Number(readFileSync(loopFile, "utf8"));
      },
      cookie: await registerCreator(url),
      objectsDir: join(world.env.STORAGE_DIR ?? "", "objects"),
      stop,
    };
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/** Registers a creator. Returns the Cookie header. */
export async function registerCreator(url: string, email = "ana@example.com"): Promise<string> {
  const answer = await fetch(`${url}/creator-register`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({
      fullName: "Ana Criadora",
      email,
      password: "correct horse",
      country: "Brasil",
      currency: "BRL",
      pixKey: email,
      bankAccount: "0001 / 12345-6",
      bankName: "Banco do Brasil",
    }),
  });
  if (answer.status !== 303) throw new Error(`registering answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Registers the first administrator. Returns the Cookie header. */
export async function becomeAdmin({ url }: AppUnderTest): Promise<string> {
  const person = { email: "admin@example.com", password: "correct horse" };
  const send = (path: string, fields: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: url },
      body: new URLSearchParams(fields),
    });
  await send("/consumer-login", { intent: "signup", fullName: "Helena Prado", ...person });
  const answer = await send("/admin-login", person);
  if (answer.headers.get("Location") !== "/admin/dashboard")
    throw new Error(`signing in as administrator answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Adds videos of the creator with thumbnail URLs, without files. */
export async function addVideos({ env }: Pick<AppUnderTest, "env">, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, thumbnail_url, published_at)
       SELECT users.id, 'Violão para iniciantes, aula ' || n, $2, 1000 + n, 'cloudflare', users.id || '/' || n || '_aula.mp4',
         '/thumbnails/' || users.id || '/thumbs/' || n || '_capa.webp', now()
       FROM users, generate_series(1, $1) AS n`,
      [
        count,
        "Em uma tarde você toca sua primeira música. Postura, afinação e os quatro primeiros acordes, com calma.",
      ],
    );
  } finally {
    await client.end();
  }
}

/** A detailed picture of 1920 × 1080, a few hundred kilobytes. */
export async function makeThumbnail(): Promise<Buffer> {
  const width = 1920;
  const height = 1080;
  const seed = createHash("sha512").update("thumbnail").digest();
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at / 50 + (seed[at % 64] ?? 0) / 4) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}
