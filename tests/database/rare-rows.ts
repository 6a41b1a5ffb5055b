/** What a shop has seldom: gifts, refused invitations, disputes, lost sales, approvals. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import { stageDispute } from "~/features/office/disputes/answer-dispute.server";
import { parseEvidence } from "~/features/office/disputes/evidence";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { upsertInvoices } from "~/features/office/sales/accounting.queries.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { declineInvitations } from "~/features/orders/gifts/invitations.queries.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { queueForStream } from "~/features/videos/media/send-to-stream.server";
import { noteHandedOver, recordHeartbeats } from "~/server/runner.queries.server";
import { asOwner } from "../support/as-owner";
import { createDelivery, pay } from "../support/payment-scene";
import { makeAdmin, makeConsumer, makeCreator, makeVideo } from "../support/people";
import { actorOf, addCourse } from "../support/rows";
import { readRow } from "../support/tables";
import type { TestWorld } from "../support/test-services";

/** Adds them by the product's own functions to a world with a sound ledger, and leaves it sound. */
export async function addRareRows(world: TestWorld): Promise<void> {
  const { services, stripe } = world;
  const { db } = services;
  const deliver = createDelivery(world);
  const creator = await makeCreator(world);
  const admin = await makeAdmin(world);
  const by = { ...actorOf(admin.userId, admin.email), at: services.clock() };

  // A gift that was taken.
  const gift = { email: "bia@example.com", message: "Feliz aniversário!", deliverAt: null };
  const giver = await makeConsumer(world);
  const given = await makeVideo(world, creator);
  const begun = await buyVideo(services, giver, given, "pt", { gift });
  if (!begun.ok) throw new Error(begun.error);
  await stripe.pay(begun.checkoutUrl.split("/").at(-1) ?? "", { method: "card", outcome: "succeed" });
  await deliver();
  const { id: giftId } = await readRow(db, "sales", { consumer_id: giver.userId }, "id");
  const receiver = await makeConsumer(world);
  const taken = await takeAccess(services, { kind: "gift", id: giftId, version: 0 }, receiver.userId);
  if (!taken.ok) throw new Error(taken.error);

  // A course that its lessons have paid for.
  const buyer = await makeConsumer(world);
  const lessons = [await makeVideo(world, creator), await makeVideo(world, creator)];
  const now = new Date(services.clock().getTime() - 60_000);
  const courseId = await addCourse(db, creator.userId, lessons, { priceCents: 9_900, now });
  for (const videoId of lessons) await pay(world, { buyer, videoId, creatorId: creator.userId });
  await deliver();
  const free = await buyVideo(services, buyer, courseId, "pt", { shownPriceCents: 0 });
  if (!free.ok) throw new Error(free.error);

  // A disputed sale with a staged answer.
  const disputed = await pay(world);
  await deliver();
  const opened = await stripe.openDispute(disputed.paymentId, { reason: "product_not_received" });
  if (!opened.ok) throw new Error(opened.error);
  await deliver();
  const texts = parseEvidence({ uncategorized_text: "Assistiu à aula inteira." });
  const staged = await stageDispute(services, { disputeId: opened.dispute.id, by, texts, receipt: false });
  if (!staged.ok) throw new Error(staged.error);

  // A sale that a backup lacked, made again from the provider's checkout; the provider's fees come with it.
  const { saleId } = await pay(world);
  await asOwner(
    db,
    `DELETE FROM mails WHERE sale_id = '${saleId}'; DELETE FROM sales WHERE id = '${saleId}'`,
  );
  await reconcile(services);

  // An adjustment that waits for a second person.
  const adjustment = { id: randomUUID(), creatorId: creator.userId, kind: "credit", cents: 90_000 } as const;
  const strict = { ...services, env: { ...services.env, PAYOUT_TWO_PEOPLE: true } };
  await adjustBalance(strict, { ...adjustment, reason: "Combinado" }, by);

  const invoice = { creatorId: creator.userId, month: "2026-10", number: "17", link: null };
  await upsertInvoices(db, [invoice], { by: admin.userId, now: services.clock() });
  const { rows } = await sql<{
    hash: Buffer;
  }>`SELECT invited_address_hash('nao@example.com') AS hash`.execute(db);
  const [address] = rows;
  if (address) await declineInvitations(db, { addressHash: address.hash, now: services.clock() });

  // Work that was under way.
  await db.transaction().execute((trx) => queueForStream(trx, { videoId: given, now: services.clock() }));
  await noteHandedOver(db, { id: "1", revision: 0 });
  await recordHeartbeats(db, [{ id: "worker-1", tasks: ["sweep"], took: true }]);
}
