/** Sign-ins with a password, against verifying the password alone. */
import { verify } from "@node-rs/argon2";
import pg from "pg";
import type { AppUnderTest } from "./app-under-test";
import { short } from "./effort";
import { compareInTurn, type Measured, median } from "./load";

const people = short ? 60 : 200;
const connections = 8;
const password = "correct horse";

export async function measureSignIns(app: AppUnderTest): Promise<{ app: Measured; bare: Measured }> {
  const hash = await addPeople(app.env.DATABASE_URL ?? "");
  let round = 0;
  return compareInTurn(
    short ? 1 : 3,
    () => {
      round += 1;
      return timeEach(people, (n) => signIn(app.url, n, round));
    },
    () => timeEach(people, async () => void (await verify(hash, password))),
  );
}

/** Adds buyers with the password of the creator. Returns its hash. */
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

/** `n`, `round`: everyone signs in from another address, so that no rate limit applies. */
async function signIn(url: string, n: number, round: number): Promise<void> {
  const answer = await fetch(`${url}/consumer-login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, "X-Forwarded-For": `10.${round}.${n >> 8}.${n & 255}` },
    body: new URLSearchParams({ intent: "login", email: `sign-in-${n}@example.com`, password }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 303) throw new Error(`a sign-in was answered ${answer.status}`);
}

async function timeEach(count: number, work: (n: number) => Promise<void>): Promise<Measured> {
  const taken: number[] = [];
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    while (next < count) {
      next += 1;
      const n = next;
      const began = performance.now();
      await work(n);
      taken.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const sorted = taken.sort((a, b) => a - b);
  const rate = count / ((performance.now() - start) / 1000);
  return { rate, p50: median(sorted), p99: sorted[Math.ceil(count * 0.99) - 1] ?? Number.NaN, processor: 0 };
}
