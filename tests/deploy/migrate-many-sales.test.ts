/**
 * 300,000 sales migrated from the former release's schema while people read and buy and a backup runs, in the long tests: no
 * statement waits for a second.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { migrations } from "../../migrations/index";
import { migrateToLatest } from "../../migrations/migrate";
import { onServer } from "../support/on-server";
import { createEmptyDatabase } from "../support/test-database";
import { findSkipReason, withReason } from "./skip-reason";

const skipped = findSkipReason();
const sales = 300_000;
const longestMs = 1_000;

const seed = `
  SET session_replication_role = replica;
  INSERT INTO users (id, email) SELECT gen_random_uuid(), 'person-' || n || '@example.com' FROM generate_series(1, 1000) AS n;
  INSERT INTO videos (creator_id, title, description, price_cents, currency, video_type, video_url, created_at)
    SELECT id, 'Aula', 'Em casa.', 4990, 'BRL', 'cloudflare', id || '/b.mp4', now() FROM users LIMIT 100;
  INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
      creator_earnings_cents, status, created_at)
    SELECT videos[1 + n % 100], people[1 + n % 1000], 4990, 'BRL', 1500, 749, 4241, 'failed', now() - n * interval '1 minute'
    FROM generate_series(1, ${sales}) AS n,
      (SELECT array_agg(id) AS videos FROM videos) AS v, (SELECT array_agg(id) AS people FROM users) AS p;
  ANALYZE`;

test.skipIf(skipped)(
  withReason("300,000 sales are migrated without a wait of a second", skipped),
  { timeout: 600_000 },
  async () => {
    const released = new Set(
      readFileSync("tests/database/released-migrations.txt", "utf8").match(/^\d{4}-[\w-]+/gm) ?? [],
    );
    const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => released.has(name)));
    expect(Object.keys(former).length).toBeGreaterThan(50);
    const database = await createEmptyDatabase(`sabia_many_${randomBytes(6).toString("hex")}`);
    try {
      await migrateToLatest(database.url, undefined, former);
      await onServer(database.url, (client) => client.query(seed));
      let over = false;
      const waits: { ms: number; statement: string }[] = [];
      const repeat = (statement: string) =>
        onServer(database.url, async (client) => {
          while (!over) {
            const began = performance.now();
            await client.query(statement);
            waits.push({ ms: performance.now() - began, statement });
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
        });
      const traffic = [
        repeat("SELECT status FROM sales ORDER BY created_at DESC, id DESC LIMIT 20"),
        repeat("SELECT title FROM videos WHERE published_at IS NOT NULL LIMIT 20"),
        repeat(
          "UPDATE sales SET checkout_url = NULL WHERE id = (SELECT id FROM sales ORDER BY created_at LIMIT 1)",
        ),
      ];
      const dump = onServer(database.url, async (client) => {
        await client.query(
          "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE sales, videos, users IN ACCESS SHARE MODE",
        );
        await new Promise((resolve) => setTimeout(resolve, 8_000));
        await client.query("COMMIT");
      });
      const applied = await migrateToLatest(database.url);
      over = true;
      await Promise.all([...traffic, dump]);
      expect(applied.length).toBe(Object.keys(migrations).length - Object.keys(former).length);
      expect(waits.length).toBeGreaterThan(10);
      expect(waits.filter(({ ms }) => ms > longestMs)).toEqual([]);
    } finally {
      await database.drop();
    }
  },
);
