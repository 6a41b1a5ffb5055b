import { createHash } from "node:crypto";
import { join } from "node:path";
import sharp from "sharp";
import { onServer } from "../dev/postgres/on-server";
import { startProduct } from "../dev/start-product";
import { upload } from "../tests/support/form-upload";

export interface AppUnderTest {
  url: string;
  pid: number;
  /** With the database owner's role: benchmarks bypass triggers. */
  env: Record<string, string>;
  cookie: string;
  objectsDir: string;
  stop(): Promise<void>;
}

/** As in production, with its log in a file. `dir`: for all data. `ephemeral`: commits may stay in memory. */
export async function startAppUnderTest(
  dir: string,
  options: { variables?: Record<string, string>; ephemeral?: boolean } = {},
): Promise<AppUnderTest> {
  const { url, world, app, stop } = await startProduct(dir, {
    ...options,
    quiet: true,
    logFile: join(dir, "app.log"),
  });
  return {
    url,
    pid: app.process.pid ?? 0,
    env: { ...world.env, DATABASE_URL: world.databaseOwnerUrl },
    cookie: await registerCreator(url),
    objectsDir: join(world.env.STORAGE_DIR ?? "", "objects"),
    stop,
  };
}

/** Returns the Cookie header. */
export async function registerCreator(url: string, email = "ana@example.com"): Promise<string> {
  const answer = await post(url, "/creator-register", {
    fullName: "Ana Criadora",
    email,
    password: "correct horse",
    country: "Brasil",
    currency: "BRL",
    pixKey: email,
    bankAccount: "0001 / 12345-6",
    bankName: "Banco do Brasil",
  });
  return cookiesOf(answer);
}

/** With thumbnail URLs, without files. */
export async function addVideos({ env }: Pick<AppUnderTest, "env">, count: number): Promise<void> {
  await onServer(env.DATABASE_URL ?? "", (client) =>
    client.query(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, thumbnail_url, published_at)
       SELECT users.id, 'Violão para iniciantes, aula ' || n, $2, 1000 + n, 'cloudflare', users.id || '/' || n || '_aula.mp4',
         '/thumbnails/' || users.id || '/thumbs/' || n || '_capa.webp', now()
       FROM users, generate_series(1, $1) AS n`,
      [
        count,
        "Em uma tarde você toca sua primeira música. Postura, afinação e os quatro primeiros acordes, com calma.",
      ],
    ),
  );
}

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

/** Returns the path of the watch page and its signed link. */
export async function publishAndWatch(app: AppUnderTest): Promise<{ watchPath: string; link: string }> {
  await upload(app, await makeThumbnail(), 20 * 1024 * 1024);
  const asCreator = { headers: { Cookie: app.cookie } };
  const list = await (await fetch(`${app.url}/marketplace`, asCreator)).text();
  const watchPath = /\/watch\/[0-9a-f-]{36}/.exec(list)?.[0] ?? "";
  const page = await (await fetch(`${app.url}${watchPath}`, asCreator)).text();
  const link = /(?<=<video[^>]* src=")[^"]+/.exec(page)?.[0].replaceAll("&amp;", "&");
  if (!link) throw new Error("the watch page has no link");
  return { watchPath, link };
}

/** Sends a form as a browser does. Throws unless the answer is a redirect. */
export async function post(
  url: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, ...headers },
    body: new URLSearchParams(fields),
  });
  await answer.arrayBuffer();
  if (answer.status !== 303) throw new Error(`${path} was answered ${answer.status}`);
  return answer;
}

/** The Cookie header of a browser that got this answer. */
export function cookiesOf({ headers }: Response): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return pairs.filter((pair) => !pair.includes("flash")).join("; ");
}
