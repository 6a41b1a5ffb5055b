import { createHash } from "node:crypto";
import { sql } from "kysely";
import { signIn } from "../support/people";
import { addConsumer, addCreator, addPreparedPayout, addSale, addVideo } from "../support/rows";
import type { TestWorld } from "../support/test-services";
import type { Person } from "./route-table";

/** Everyone of the table around one video. */
export interface Scene {
  videoId: string;
  /** The sale of the consumer whose sale is completed. */
  saleId: string;
  /** The checkout of the consumer whose sale is completed. */
  checkoutId: string;
  /** A batch with one payout, the owner's, not yet decided. */
  batchId: string;
  payoutId: string;
  userIds: Partial<Record<Person, string>>;
}

/** Fills a scene's ids into a text of the table. */
export function fillIds(
  text: string,
  { videoId, saleId, checkoutId, batchId, payoutId, userIds }: Scene,
): string {
  return text
    .replaceAll("{video}", videoId)
    .replaceAll("{sale}", saleId)
    .replaceAll("{checkout}", checkoutId)
    .replaceAll("{batch}", batchId)
    .replaceAll("{payout}", payoutId)
    .replaceAll("{owner}", userIds.owner ?? "")
    .replaceAll("{buyer}", userIds["consumer whose sale is completed"] ?? "");
}

let scenes = 0;

export async function makeScene({ services: { db } }: TestWorld): Promise<Scene> {
  scenes += 1;
  const checkoutId = `cs_test_${scenes}`;
  const owner = await addCreator(db);
  const videoId = await addVideo(db, owner);
  let saleId = "";
  const buyer = async (status?: "pending" | "failed" | "completed") => {
    const consumerId = await addConsumer(db);
    if (status) {
      saleId = await addSale(db, {
        consumerId,
        videoId,
        status,
        sessionId: status === "completed" ? checkoutId : undefined,
      });
    }
    return consumerId;
  };
  const admin = async (userId: string) => {
    await db.insertInto("user_roles").values({ user_id: userId, role: "admin" }).execute();
    return userId;
  };
  const administrator = await admin(await addConsumer(db));
  const withoutSale = await buyer();
  const scene = {
    videoId,
    checkoutId,
    ...(await addPreparedPayout(db, { creatorId: owner, adminId: administrator })),
    userIds: {
      "consumer without a sale": withoutSale,
      "consumer whose sale is pending": await buyer("pending"),
      "consumer whose sale failed": await buyer("failed"),
      "consumer whose sale is completed": await buyer("completed"),
      owner,
      "other creator": await addCreator(db, "Outra Criadora"),
      admin: administrator,
      // Could do everything, were they signed in.
      "ended session": await admin(await addCreator(db)),
      "forged cookie": await admin(await addCreator(db)),
    },
  };
  // The last sale made is the completed one. By boleto, so that giving it back asks nobody outside.
  await db.updateTable("sales").set({ payment_method: "boleto" }).where("id", "=", saleId).execute();
  return { ...scene, saleId };
}

/** The Cookie header that a person comes with: a session begun just now, and another of theirs elsewhere. */
export async function cookieOf(world: TestWorld, scene: Scene, person: Person): Promise<string> {
  const userId = scene.userIds[person];
  if (!userId) return "";
  const cookie = await signIn(world, userId);
  if (person === "forged cookie") return cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  if (person === "ended session") {
    const { db } = world.services;
    await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    return cookie;
  }
  await signIn(world, userId);
  return cookie;
}

const tables = [
  "audit_entries",
  "users",
  "user_roles",
  "sessions",
  "creator_profiles",
  "consumer_profiles",
  "videos",
  "sales",
  "payment_events",
  "payouts",
  "payout_batches",
  "ledger_lines",
  "watch_positions",
  "password_resets",
  "email_confirmations",
  "graphile_worker._private_jobs",
];

/** A digest of every row there is: two alike mean that nothing changed. Counts of tries are left out, and the table given. */
export async function digestRows({ services: { db } }: TestWorld, without?: string): Promise<string> {
  const rows = tables
    .filter((table) => table !== without)
    .map(
      (table) => sql`SELECT ${table} AS name, string_agg(t::text, E'\n' ORDER BY t::text) AS rows
      FROM ${sql.raw(table)} AS t`,
    );
  const { rows: all } = await sql`${sql.join(rows, sql` UNION ALL `)}`.execute(db);
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}
