/**
 * What one person waits for while the database is some milliseconds away: a sign-in, a checkout and the watch page,
 * one after the other. With the folder of a built release in `BENCH_BEFORE`, that release is measured in turn, with
 * its own database.
 */
import { join } from "node:path";
import pg from "pg";
import { beginSession } from "../app/features/entrance/sign-in/begin-session.queries.server";
import { openDatabase } from "../app/platform/db.server";
import { createSessionCookie } from "../app/platform/session/session.server";
import { makeToken } from "../app/platform/session/tokens.server";
import { startApp } from "../dev/app-process";
import { buildApp } from "../dev/build-app";
import { registerCreator } from "./app-under-test";
import { openDelayedLine } from "./delayed-line";
import { short } from "./effort";
import { median } from "./load";
import { type Release, startRelease } from "./release";

/** How far the database is, in milliseconds of a round trip. */
const distances = [5, 50];
const times = short ? 5 : 15;
const password = "correct horse";

export interface FarDatabase {
  /** What is measured. */
  what: string;
  roundTripMs: number;
  /** Milliseconds until the answer, medians. */
  now: number;
  before: number | undefined;
}

type Measured = Record<string, number>;

export async function* measureFarDatabase(dir: string): AsyncGenerator<FarDatabase> {
  await buildApp();
  const before = process.env.BENCH_BEFORE;
  const releases: Release[] = [];
  try {
    for (const root of [process.cwd(), ...(before ? [before] : [])])
      releases.push(await startRelease(root, join(dir, `far-${releases.length}`)));
    const [present, earlier] = releases;
    for (const roundTripMs of distances) {
      const then = earlier && (await measureRelease(earlier, roundTripMs));
      const now = present ? await measureRelease(present, roundTripMs) : {};
      for (const [what, milliseconds] of Object.entries(now))
        yield { what, roundTripMs, now: milliseconds, before: then?.[what] };
    }
  } finally {
    for (const release of releases) await release.stop();
  }
}

/** Starts a release's server on a database that is so far away, measures it, and ends it. */
async function measureRelease(
  { root, url, env, databaseOwnerUrl }: Release,
  roundTripMs: number,
): Promise<Measured> {
  const line = await openDelayedLine(env.DATABASE_URL ?? "", roundTripMs);
  const own = openDatabase(databaseOwnerUrl, () => {});
  const client = new pg.Client({ connectionString: databaseOwnerUrl });
  await client.connect();
  // Jobs run elsewhere: their statements would be among those of the requests.
  const changes = {
    SABIA_WORKER: "1",
    TRUSTED_PROXY_HOPS: "1",
    DATABASE_URL: line.through(env.DATABASE_URL ?? ""),
  };
  const app = await startApp({ ...env, ...changes }, { quiet: true, root });
  try {
    return await measureApp(url, env.SESSION_SECRET ?? "", own.db, client);
  } finally {
    await app.stop();
    await line.close();
    await client.end();
    await own.db.destroy();
  }
}

let people = 0;

async function measureApp(
  url: string,
  secret: string,
  db: ReturnType<typeof openDatabase>["db"],
  client: pg.Client,
): Promise<Measured> {
  people += 1;
  const creator = `far-${people}@example.com`;
  const creatorCookie = await registerCreator(url, creator);
  const { rows: videos } = await client.query<{ id: string }>(
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, thumbnail_url, published_at)
     SELECT id, 'Aula ' || n, '', 4990, 'cloudflare', id || '/far-' || n || '.mp4', '', now()
     FROM users, generate_series(1, $1::int) AS n WHERE email = $2 RETURNING id`,
    [times + 1, creator],
  );
  const { rows: buyers } = await client.query<{ id: string }>(
    `WITH added AS (
       INSERT INTO users (email, password_hash, checkouts_an_hour)
       SELECT 'far-buyer-' || $1::int || '@example.com', password_hash, 1000 FROM users WHERE email = $2 RETURNING id, email)
     INSERT INTO consumer_profiles (user_id, full_name, email) SELECT id, 'Beto Aluno', email FROM added RETURNING user_id AS id`,
    [people, creator],
  );
  const { token: sessionId, tokenHash: idHash } = makeToken();
  await beginSession(db, { idHash, userId: buyers[0]?.id ?? "", userAgent: null, now: new Date() });
  const cookie = createSessionCookie(url, [secret]);
  const buyer = (await cookie.write(sessionId)).split(";")[0] ?? "";
  let device = "";
  const signIn = async (n: number) => {
    const answer = await post(url, "/consumer-login", device, {
      fields: { intent: "login", email: creator, password },
      // No rate limit applies.
      address: `10.${people}.0.${n}`,
    });
    if (answer.status !== 303) throw new Error(`a sign-in was answered ${answer.status}`);
    const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
    // Later ones are in a known browser without a session.
    device = cookies.filter((one) => !one.includes("session")).join("; ");
  };
  const buy = async (n: number) => {
    const answer = await post(url, `/videos/${videos[n]?.id}/checkout`, buyer, {
      fields: { shownPriceCents: "4990" },
    });
    if (answer.status !== 303 || answer.headers.get("Location")?.startsWith("/"))
      throw new Error(`a checkout was answered ${answer.status}`);
  };
  const watch = async (n: number) => {
    const answer = await fetch(`${url}/watch/${videos[n]?.id}`, { headers: { Cookie: creatorCookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a watch page was answered ${answer.status}`);
  };
  return {
    "Sign-in with a password, known browser": await medianOf(signIn),
    "Checkout begun": await medianOf(buy),
    "Watch page": await medianOf(watch),
  };
}

/** Returns the median of the milliseconds that a request takes. The first one may load what is loaded once. */
async function medianOf(request: (n: number) => Promise<void>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n <= times; n++) {
    const begun = performance.now();
    await request(n);
    if (n > 0) taken.push(performance.now() - begun);
  }
  return median(taken);
}

async function post(
  url: string,
  path: string,
  cookie: string,
  { fields, address = "10.0.0.1" }: { fields: Record<string, string>; address?: string },
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, Cookie: cookie, "X-Forwarded-For": address },
    body: new URLSearchParams(fields),
  });
  await answer.arrayBuffer();
  return answer;
}
