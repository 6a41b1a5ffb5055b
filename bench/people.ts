/** Sign-ins against verifying the password alone, and checkouts begun. */
import { verify } from "@node-rs/argon2";
import pg from "pg";
import type { AppUnderTest } from "./app-under-test";
import { compare, type Measured, short, timeEach } from "./load";

const people = short ? 60 : 200;
const password = "correct horse";

export async function measureSignIns(app: AppUnderTest): Promise<{ app: Measured; bare: Measured }> {
  const hash = await addPeople(app.env.DATABASE_URL ?? "");
  let round = 0;
  return compare(
    () => {
      round += 1;
      return timeEach(people, (n) => signIn(app.url, n, round));
    },
    () => timeEach(people, () => verify(hash, password)),
  );
}

export async function measureCheckouts(app: AppUnderTest): Promise<Measured> {
  const client = new pg.Client({ connectionString: app.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
     SELECT user_id, 'Aula', '', 4990, 'cloudflare', user_id || '/checkouts.mp4', now() FROM creator_profiles LIMIT 1
     RETURNING id`,
  );
  await client.end();
  const cookies: string[] = [];
  for (let n = 1; n <= people; n++) cookies.push(await signIn(app.url, n, 200));
  return timeEach(people, async (n) => {
    const path = `/videos/${rows[0]?.id}/checkout`;
    const answer = await post(app.url, path, { shownPriceCents: "4990" }, { Cookie: cookies[n - 1] ?? "" });
    if (answer.status !== 303 || answer.headers.get("Location")?.startsWith("/"))
      throw new Error(`a checkout was answered ${answer.status}`);
  });
}

/** With the creator's password, once. Returns its hash. */
async function addPeople(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `WITH added AS (
         INSERT INTO users (email, password_hash)
         SELECT 'sign-in-' || n || '@example.com', password_hash FROM users, generate_series(1, $1::int) AS n
         WHERE users.email = 'ana@example.com' RETURNING id, email)
       INSERT INTO consumer_profiles (user_id, full_name, email) SELECT id, 'Beto Aluno', email FROM added`,
      [people],
    );
    const { rows } = await client.query<{ password_hash: string }>(
      "SELECT password_hash FROM users WHERE email = 'ana@example.com'",
    );
    return rows[0]?.password_hash ?? "";
  } finally {
    await client.end();
  }
}

/** Everyone signs in from another address, so that no rate limit applies. Returns the Cookie header. */
async function signIn(url: string, n: number, round: number): Promise<string> {
  const from = { "X-Forwarded-For": `10.${round}.${n >> 8}.${n & 255}` };
  const fields = { intent: "login", email: `sign-in-${n}@example.com`, password };
  const answer = await post(url, "/consumer-login", fields, from);
  if (answer.status !== 303) throw new Error(`a sign-in was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function post(
  url: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, ...headers },
    body,
  });
  await answer.arrayBuffer();
  return answer;
}
