/**
 * What one person waits for while the database is some milliseconds away: a sign-in, a checkout and the watch page
 * of the buyer and of the creator, one after the other. With the folder of a built release in `BENCH_BEFORE`, that
 * release is measured in turn, with its own database.
 */
import { join } from "node:path";
import pg from "pg";
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
    return await measureApp(url, client);
  } finally {
    await app.stop();
    await line.close();
    await client.end();
  }
}

let people = 0;

async function measureApp(url: string, client: pg.Client): Promise<Measured> {
  people += 1;
  const creator = `far-${people}@example.com`;
  const creatorCookie = await registerCreator(url, creator);
  const { rows: videos } = await client.query<{ id: string }>(
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, thumbnail_url, published_at)
     SELECT id, 'Aula ' || n, '', 4990, 'cloudflare', id || '/far-' || n || '.mp4', '', now()
     FROM users, generate_series(1, $1::int) AS n WHERE email = $2 RETURNING id`,
    [times + 1, creator],
  );
  const buyerAddress = `far-buyer-${people}@example.com`;
  await client.query(
    `WITH added AS (
       INSERT INTO users (email, password_hash, checkouts_an_hour)
       SELECT $1, password_hash, 1000 FROM users WHERE email = $2 RETURNING id, email)
     INSERT INTO consumer_profiles (user_id, full_name, email) SELECT id, 'Beto Aluno', email FROM added`,
    [buyerAddress, creator],
  );
  const buyer = cookiesOf(await signIn(url, "", { email: buyerAddress, address: `10.${people}.1.1` })).join(
    "; ",
  );
  let device = "";
  const signInAgain = async (n: number) => {
    // No rate limit applies.
    const answer = await signIn(url, device, { email: creator, address: `10.${people}.0.${n}` });
    // Later ones are in a known browser without a session.
    device = cookiesOf(answer)
      .filter((one) => !one.includes("session"))
      .join("; ");
  };
  const checkouts: string[] = [];
  const buy = async (n: number) => {
    const answer = await post(url, `/videos/${videos[n]?.id}/checkout`, buyer, {
      fields: { shownPriceCents: "4990" },
    });
    const address = answer.headers.get("Location") ?? "/";
    if (answer.status !== 303 || address.startsWith("/"))
      throw new Error(`a checkout was answered ${answer.status}`);
    checkouts.push(address);
  };
  const watchAs = (cookie: string) => async (n: number) => {
    const answer = await fetch(`${url}/watch/${videos[n]?.id}`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a watch page was answered ${answer.status}`);
  };
  const signingIn = await medianOf(signInAgain);
  const buying = await medianOf(buy);
  // The local payment server answers once the webhooks are settled.
  for (const address of checkouts)
    await post(new URL(address).origin, new URL(address).pathname, "", {
      fields: { method: "card", outcome: "succeed" },
    });
  return {
    "Sign-in with a password, known browser": signingIn,
    "Checkout begun": buying,
    "Watch page of a buyer": await medianOf(watchAs(buyer)),
    "Watch page of its creator": await medianOf(watchAs(creatorCookie)),
  };
}

/** Signs in with the password of the bench, in the browser with these cookies. Returns the response. */
async function signIn(
  url: string,
  device: string,
  { email, address }: { email: string; address: string },
): Promise<Response> {
  const fields = { intent: "login", email, password };
  const answer = await post(url, "/consumer-login", device, { fields, address });
  if (answer.status !== 303) throw new Error(`a sign-in was answered ${answer.status}`);
  return answer;
}

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");

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
