/** Sign-ins against verifying the password alone, and checkouts begun. */
import { verify } from "@node-rs/argon2";
import { onServer } from "../dev/postgres/on-server";
import { type AppUnderTest, cookiesOf, post } from "./app-under-test";
import { compare, type Measured, short, timeEach } from "./load";
import { type Bench, loadRow, type Row } from "./rows";
import { addVideo } from "./webhooks";

const people = short ? 60 : 200;
const password = "correct horse";

export async function* measurePeople({ theApp }: Bench): AsyncGenerator<Row> {
  const app = await theApp();
  const hash = await addPeople(app.env.DATABASE_URL ?? "");
  let round = 0;
  const signIns = await compare(
    () => {
      round += 1;
      return timeEach(people, (n) => signIn(app.url, n, round));
    },
    () => timeEach(people, () => verify(hash, password)),
  );
  const what = "Sign-ins with a password, against verifying the password alone";
  yield loadRow(what, signIns.app, signIns.bare);
  yield loadRow("Checkouts begun", await measureCheckouts(app));
}

async function measureCheckouts(app: AppUnderTest): Promise<Measured> {
  const videoId = await onServer(app.env.DATABASE_URL ?? "", (client) => addVideo(client));
  const cookies: string[] = [];
  for (let n = 1; n <= people; n++) cookies.push(await signIn(app.url, n, 200));
  return timeEach(people, async (n) => {
    const path = `/videos/${videoId}/checkout`;
    const answer = await post(app.url, path, { shownPriceCents: "4990" }, { Cookie: cookies[n - 1] ?? "" });
    if (answer.headers.get("Location")?.startsWith("/")) throw new Error("a checkout did not begin");
  });
}

/** With the creator's password, once. Returns its hash. */
async function addPeople(databaseUrl: string): Promise<string> {
  return onServer(databaseUrl, async (client) => {
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
  });
}

/** Everyone signs in from another address, so that no rate limit applies. Returns the Cookie header. */
async function signIn(url: string, n: number, round: number): Promise<string> {
  const from = { "X-Forwarded-For": `10.${round}.${n >> 8}.${n & 255}` };
  const fields = { intent: "login", email: `sign-in-${n}@example.com`, password };
  return cookiesOf(await post(url, "/consumer-login", fields, from));
}
