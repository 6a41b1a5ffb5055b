/** Payments settled by webhook, against the SQL of the same transactions. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { receiveEvent } from "../app/features/orders/settlement/receive-event.server";
import { createStripePayments } from "../app/integrations/payments/stripe.server";
import { openDatabase } from "../app/platform/db.server";
import type { DB } from "../app/platform/schema";
import { eventObject } from "../dev/stripe/objects";
import { signWebhook } from "../dev/stripe/webhooks";
import { type AppUnderTest, startAppUnderTest } from "./app-under-test";
import { inTurn, short, timeEach } from "./load";
import { type Bench, perSecond, type Row, ratioRow } from "./rows";

/** Sales per round and side. */
export const perRound = 400;

interface Sale {
  id: string;
  body: string;
}

/** Medians of five rounds. The app runs no jobs: mail and payment servers share this process with the bare side. */
export async function* measureWebhooks({ dir }: Bench): AsyncGenerator<Row> {
  const app = await startAppUnderTest(join(dir, "settling"), { variables: { SABIA_WORKER: "1" } });
  const pool = new pg.Pool({ connectionString: app.env.DATABASE_URL, max: 8 });
  try {
    const videoId = await addVideo(pool);
    const secret = app.env.STRIPE_WEBHOOK_SECRET ?? "";
    const statements = await recordStatements(app, await addSales(pool, videoId, 1), secret);
    const deliverRound = roundOf(pool, videoId, ({ body }) => deliver(app.url, body, secret));
    // Does not count: in its first hundreds of sales, a process takes half as long again.
    await deliverRound();
    const bareRound = roundOf(pool, videoId, (sale) => runBare(pool, statements, sale));
    const rates = await inTurn(short ? 3 : 5, deliverRound, bareRound);
    const what = "Payments settled by webhook, against the bare SQL of the same transactions";
    yield ratioRow(what, rates, perSecond, 0.8);
  } finally {
    await pool.end();
    await app.stop();
  }
}

/** Returns a function that settles new sales and returns how many a second. */
export function roundOf(pool: pg.Pool, videoId: string, settle: (sale: Sale) => Promise<void>) {
  return async (): Promise<number> => {
    const left = await addSales(pool, videoId, perRound);
    const { rate } = await timeEach(perRound, async () => {
      const sale = left.pop();
      if (sale) await settle(sale);
    });
    return rate;
  };
}

export async function addVideo(database: pg.Pool | pg.Client, creatorId?: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
     SELECT user_id, 'Aula', '', 4990, 'cloudflare', user_id || '/webhooks', now() FROM creator_profiles
     WHERE user_id = coalesce($1, user_id) LIMIT 1 RETURNING id`,
    [creatorId],
  );
  return rows[0]?.id ?? "";
}

/** Pending, of new buyers, each with the event of its payment. */
async function addSales(pool: pg.Pool, videoId: string, count: number): Promise<Sale[]> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH buyer AS (
       INSERT INTO users (email) SELECT gen_random_uuid() || '@example.com' FROM generate_series(1, $2::int) RETURNING id)
     INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
       provider_checkout_id)
     SELECT $1, id, 4990, 'BRL', 1500, 749, 4241, 'cs_' || id FROM buyer RETURNING id, provider_checkout_id`,
    [videoId, count],
  );
  return rows.map((row) => ({
    id: row.id,
    body: makeBody(row as { id: string; provider_checkout_id: string }),
  }));
}

function makeBody(sale: { id: string; provider_checkout_id: string }): string {
  const created = Math.floor(Date.now() / 1000);
  const session = {
    id: sale.provider_checkout_id,
    object: "checkout.session",
    mode: "payment",
    status: "complete",
    payment_status: "paid",
    payment_intent: `pi_${sale.id}`,
    amount_total: 4990,
    currency: "brl",
    expires_at: created + 3600,
    url: null,
    metadata: { sale_id: sale.id },
  };
  return JSON.stringify(eventObject(`evt_${randomUUID()}`, "checkout.session.completed", created, session));
}

export async function deliver(url: string, body: string, secret: string): Promise<void> {
  const headers = {
    "Content-Type": "application/json",
    "Stripe-Signature": signWebhook(body, secret, Math.floor(Date.now() / 1000)),
  };
  const answer = await fetch(`${url}/webhooks/stripe`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a webhook was answered ${answer.status}`);
}

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Recorded from the app's own code; the first is outside the transaction. */
async function recordStatements(app: AppUnderTest, [sale]: Sale[], secret: string) {
  const { pool } = openDatabase(app.env.DATABASE_URL ?? "", () => {});
  const asked: Statement[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  });
  try {
    const body = sale?.body ?? "";
    const clock = () => new Date();
    const payments = createStripePayments({ secretKey: "sk_test_none", webhookSecret: secret, clock });
    const read = payments.readEvent(body, signWebhook(body, secret, Math.floor(Date.now() / 1000)));
    if (!read.ok || !sale) throw new Error("the event cannot be read");
    await receiveEvent(db, read.event, clock());
    return { sale, asked: asked.filter(({ sql }) => !/^(begin|commit|set transaction)/i.test(sql)) };
  } finally {
    await db.destroy();
  }
}

/** The same statements with another sale's ids, without any other code. */
async function runBare(
  pool: pg.Pool,
  recorded: { sale: Sale; asked: Statement[] },
  sale: Sale,
): Promise<void> {
  const names = idsOf(recorded.sale).map((from, index) => [from, idsOf(sale)[index] ?? ""] as const);
  const place = (value: unknown): unknown =>
    typeof value === "string" ? names.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value;
  const client = await pool.connect();
  let entry: unknown;
  try {
    for (const [index, { sql, parameters }] of recorded.asked.entries()) {
      if (index === 1) await client.query("BEGIN");
      const isLines = sql.startsWith('insert into "ledger_lines"');
      const values = parameters.map((value) =>
        isLines && typeof value === "number" && value === recordedEntry(recorded) ? entry : place(value),
      );
      const { rows } = await client.query(sql, values);
      if (sql.startsWith('insert into "ledger_entries"')) entry = rows[0]?.id;
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

/** The first id among the recorded parameters of the lines. */
function recordedEntry({ asked }: { asked: Statement[] }): unknown {
  return asked.find(({ sql }) => sql.startsWith('insert into "ledger_lines"'))?.parameters[0];
}

function idsOf({ id, body }: Sale): string[] {
  const event = JSON.parse(body) as { id: string; data: { object: { id: string } } };
  return [event.id, event.data.object.id, id];
}
