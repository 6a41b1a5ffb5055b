/** Many people who buy one video in the same second, as their browsers do (docs/decisions/0032). */
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { beginSession } from "../app/features/entrance/sign-in/begin-session.queries.server";
import { openDatabase } from "../app/platform/db.server";
import { notBegunHeader } from "../app/platform/not-begun-header";
import { createSessionCookie } from "../app/platform/session/session.server";
import { makeToken } from "../app/platform/session/tokens.server";
import type { AppUnderTest } from "./app-under-test";

/** Concurrent buyers: all served at once; some queued; some refused with a retry time. */
export const crowds = [20, 150, 600];

/** As in `app/platform/network-failure.ts`. */
const maxResends = 8;

export interface Rush {
  buyers: number;
  /** Served at the first attempt. */
  served: number;
  /** Told at least once to come again, and served later. */
  shed: number;
  /** Answered otherwise, or never served. */
  failed: number;
  /** Sales in the database afterwards. */
  sales: number;
  /** The longest answer to one attempt, and until the last buyer was served, in milliseconds. */
  longest: number;
  last: number;
}

/** Begins the purchases of `buyers` people at once. */
export async function rush(app: AppUnderTest, buyers: number): Promise<Rush> {
  const { db } = openDatabase(app.env.DATABASE_URL ?? "", () => {});
  const client = new pg.Client({ connectionString: app.env.DATABASE_URL });
  await client.connect();
  try {
    const { rows: videos } = await client.query<{ id: string }>(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
       SELECT user_id, 'Aula', '', 4990, 'cloudflare', user_id || '/rush-' || gen_random_uuid(), now() FROM creator_profiles LIMIT 1 RETURNING id`,
    );
    const videoId = videos[0]?.id ?? "";
    const { rows: people } = await client.query<{ id: string }>(
      `WITH added AS (
         INSERT INTO users (email) SELECT gen_random_uuid() || '@example.com' FROM generate_series(1, $1::int) RETURNING id, email)
       INSERT INTO consumer_profiles (user_id, full_name, email) SELECT id, 'Beto Aluno', email FROM added RETURNING user_id AS id`,
      [buyers],
    );
    const cookie = createSessionCookie(app.url, [app.env.SESSION_SECRET ?? ""]);
    const cookies: string[] = [];
    for (const { id: userId } of people) {
      const { token: id, tokenHash: idHash } = makeToken();
      await beginSession(db, { idHash, userId, userAgent: null, now: new Date() });
      cookies.push((await cookie.write(id)).split(";")[0] ?? "");
    }
    const found = { served: 0, shed: 0, failed: 0, longest: 0 };
    const begun = performance.now();
    await Promise.all(
      cookies.map(async (Cookie) => {
        for (let resends = 0; resends <= maxResends; resends += 1) {
          const asked = performance.now();
          const answer = await fetch(`${app.url}/videos/${videoId}/checkout.data`, {
            method: "POST",
            headers: { Cookie, Origin: app.url },
            body: new URLSearchParams({ shownPriceCents: "4990" }),
          }).catch(() => undefined);
          const text = await answer?.text();
          found.longest = Math.max(found.longest, performance.now() - asked);
          if (answer?.status === 200 && text?.includes('"url"')) {
            found[resends === 0 ? "served" : "shed"] += 1;
            return;
          }
          const waitMs = answer?.headers.get(notBegunHeader);
          if (!waitMs) break;
          await setTimeout(Number(waitMs));
        }
        found.failed += 1;
      }),
    );
    const last = performance.now() - begun;
    const { rows } = await client.query<{ sales: number }>(
      "SELECT count(DISTINCT consumer_id)::int AS sales FROM sales WHERE video_id = $1",
      [videoId],
    );
    return { buyers, ...found, sales: rows[0]?.sales ?? 0, last };
  } finally {
    await client.end();
    await db.destroy();
  }
}
