import { sql } from "kysely";
import { shareOf } from "~/features/money/ledger/ledger.queries.server";
import type { DisputeStatus } from "~/features/money/ledger/sale-status";
import type { DisputeReason, EvidenceFileField, EvidenceTexts } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import { type DisputeCursor, formatDisputeCursor } from "./dispute-cursor";
import type { StoredFile } from "./evidence";

const disputesPerPage = 30;

interface ListedDispute {
  id: string;
  created_at: Date;
  amount_cents: number;
  currency: "BRL" | "USD" | "EUR";
  status: DisputeStatus;
  reason: DisputeReason;
  due_by: Date | null;
  title: string;
  buyer_email: string;
  submitted_at: Date | null;
  accepted_at: Date | null;
}

/** `toAnswer`: open and unanswered, nearest deadline first. `withBank`: the other open ones, newest first. */
type DisputeList = "toAnswer" | "withBank" | "all";

export async function countOpenDisputes(db: Db): Promise<number> {
  const open = db.selectFrom("disputes").select("id").where("status", "=", "open").limit(100);
  const { count } = await db
    .selectFrom(open.as("open"))
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listDisputes(
  db: Db,
  { list, after }: { list: DisputeList; after: DisputeCursor | undefined },
): Promise<{ rows: ListedDispute[]; next: string | undefined }> {
  const base = db
    .selectFrom("disputes")
    .innerJoin("sales", "sales.id", "disputes.sale_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("users", "users.id", "sales.consumer_id")
    .leftJoin("dispute_answers", "dispute_answers.dispute_id", "disputes.id")
    .select([
      "disputes.id",
      "disputes.created_at",
      "disputes.amount_cents",
      "sales.currency",
      "disputes.status",
      "disputes.reason",
      "disputes.due_by",
      "videos.title",
      "users.email as buyer_email",
      "dispute_answers.submitted_at",
      "dispute_answers.accepted_at",
    ])
    .limit(disputesPerPage + 1);
  const fetched =
    list === "toAnswer"
      ? await base
          .where("disputes.status", "in", ["open", "inquiry"])
          .where("disputes.due_by", "is not", null)
          .where("dispute_answers.submitted_at", "is", null)
          .where("dispute_answers.accepted_at", "is", null)
          .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(disputes.due_by, disputes.id) > (${after?.at}, ${after?.id})`),
          )
          .orderBy("disputes.due_by")
          .orderBy("disputes.id")
          .execute()
      : await base
          .$if(list === "withBank", (query) =>
            query
              .where("disputes.status", "in", ["open", "inquiry"])
              .where(({ or, eb }) =>
                or([
                  eb("disputes.due_by", "is", null),
                  eb("dispute_answers.submitted_at", "is not", null),
                  eb("dispute_answers.accepted_at", "is not", null),
                ]),
              ),
          )
          .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(disputes.created_at, disputes.id) < (${after?.at}, ${after?.id})`),
          )
          .orderBy("disputes.created_at", "desc")
          .orderBy("disputes.id", "desc")
          .execute();
  const rows = fetched.slice(0, disputesPerPage);
  const last = rows.at(-1);
  const at = list === "toAnswer" ? last?.due_by : last?.created_at;
  const more = fetched.length > disputesPerPage && last && at;
  return { rows, next: more ? formatDisputeCursor({ at, id: last.id }) : undefined };
}

interface ReasonResult {
  reason: DisputeReason;
  won: number;
  lost: number;
}

export async function countByReason(db: Db): Promise<ReasonResult[]> {
  return db
    .selectFrom("disputes")
    .select(({ fn }) => [
      "reason",
      fn.countAll<number>().filterWhere("status", "=", "released").as("won"),
      fn.countAll<number>().filterWhere("status", "=", "lost").as("lost"),
    ])
    .where("status", "in", ["released", "lost"])
    .groupBy("reason")
    .orderBy("reason")
    .execute();
}

/** Terms accepted after the payment prove nothing about the purchase. */
const paidAt = sql<Date>`coalesce(sales.paid_at, sales.created_at)`;

export async function findDisputeFacts(db: Db, disputeId: string) {
  return (
    db
      .selectFrom("disputes")
      .innerJoin("sales", "sales.id", "disputes.sale_id")
      .innerJoin("videos", "videos.id", "sales.video_id")
      .innerJoin("users", "users.id", "sales.consumer_id")
      .leftJoin("consumer_profiles", "consumer_profiles.user_id", "sales.consumer_id")
      .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
      .leftJoin("dispute_answers", "dispute_answers.dispute_id", "disputes.id")
      .leftJoin("watch_positions", (join) =>
        join
          .onRef("watch_positions.user_id", "=", "sales.consumer_id")
          .onRef("watch_positions.video_id", "=", "sales.video_id"),
      )
      .select([
        "disputes.id",
        "disputes.status",
        "disputes.reason",
        "disputes.amount_cents",
        "disputes.created_at",
        "disputes.due_by",
        "disputes.lost_at",
        "disputes.released_at",
        "sales.id as sale_id",
        "sales.purchase_number",
        "sales.currency",
        "sales.amount_cents as sale_cents",
        shareOf("creator").as("creator_earnings_cents"),
        "sales.paid_at",
        "sales.payment_method",
        "sales.consumer_id",
        "sales.is_gift",
        "videos.title",
        "videos.lesson_count",
        "videos.id as video_id",
        "videos.creator_id",
        "users.email as buyer_email",
        "consumer_profiles.full_name as buyer_name",
        "creator_profiles.full_name as creator_name",
        "watch_positions.updated_at as watched_at",
        "dispute_answers.texts",
        "dispute_answers.files",
        "dispute_answers.staged_at",
        "dispute_answers.submitted_at",
        "dispute_answers.accepted_at",
      ])
      // The furthest second, also if the buyer started again.
      .select(
        sql<number | null>`greatest(watch_positions.seconds, upper(watched + reached))`.as("watched_seconds"),
      )
      .select(({ selectFrom }) => [
        selectFrom("terms_acceptances")
          .select("accepted_at")
          .whereRef("terms_acceptances.user_id", "=", "sales.consumer_id")
          .where("accepted_at", "<=", paidAt)
          .orderBy("accepted_at", "desc")
          .limit(1)
          .as("terms_at"),
        selectFrom("terms_acceptances")
          .select("version")
          .whereRef("terms_acceptances.user_id", "=", "sales.consumer_id")
          .where("accepted_at", "<=", paidAt)
          .orderBy("accepted_at", "desc")
          .limit(1)
          .as("terms_version"),
        selectFrom("sales as other")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .whereRef("other.consumer_id", "=", "sales.consumer_id")
          .where("other.status", "=", "completed")
          .where("other.amount_cents", ">", 0)
          .where(({ not, exists, selectFrom: from }) =>
            not(
              exists(
                from("disputes as others").select("others.id").whereRef("others.sale_id", "=", "other.id"),
              ),
            ),
          )
          .as("other_purchases"),
        selectFrom("access_grants")
          .select(({ fn }) => fn.min<Date>("granted_at").as("at"))
          .whereRef("access_grants.sale_id", "=", "sales.id")
          .as("access_granted_at"),
        selectFrom("refunds")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .whereRef("refunds.sale_id", "=", "sales.id")
          .as("refund_count"),
        selectFrom("refunds")
          .select(({ fn }) => fn.sum<number>("refunds.amount_cents").as("cents"))
          .whereRef("refunds.sale_id", "=", "sales.id")
          .where("refunds.status", "=", "succeeded")
          .as("refunded_cents"),
      ])
      .where("disputes.id", "=", disputeId)
      .executeTakeFirst()
  );
}

export type DisputeFacts = NonNullable<Awaited<ReturnType<typeof findDisputeFacts>>>;

/**
 * Returns false unless the dispute is open and its answer neither submitted nor accepted. A buyer's erasure waits for
 * open disputes, so nothing is written about an erased one.
 */
export async function stageAnswer(
  db: Db,
  staged: { disputeId: string; texts: EvidenceTexts; by: string; now: Date },
): Promise<boolean> {
  const values = {
    texts: sql<string>`${JSON.stringify(staged.texts)}::jsonb`,
    staged_by: staged.by,
    staged_at: staged.now,
  };
  const row = await db
    .insertInto("dispute_answers")
    .columns(["dispute_id", "texts", "staged_by", "staged_at"])
    .expression(({ selectFrom }) =>
      selectFrom("disputes")
        .select([
          "id",
          values.texts.as("texts"),
          sql<string>`${staged.by}::uuid`.as("staged_by"),
          sql<Date>`${staged.now}::timestamptz`.as("staged_at"),
        ])
        .where("id", "=", staged.disputeId)
        .where("status", "in", ["open", "inquiry"]),
    )
    .onConflict((conflict) =>
      conflict
        .column("dispute_id")
        .doUpdateSet(values)
        .where("dispute_answers.submitted_at", "is", null)
        .where("dispute_answers.accepted_at", "is", null),
    )
    .returning("dispute_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws for an unknown dispute. */
export async function findDisputedSale(db: Db, disputeId: string): Promise<string> {
  const row = await db
    .selectFrom("disputes")
    .select("sale_id")
    .where("id", "=", disputeId)
    .executeTakeFirstOrThrow();
  return row.sale_id;
}

export async function findAnswerFiles(db: Db, disputeId: string): Promise<unknown> {
  const row = await db
    .selectFrom("dispute_answers")
    .select("files")
    .where("dispute_id", "=", disputeId)
    .executeTakeFirst();
  return row?.files;
}

interface FileChange {
  disputeId: string;
  field: EvidenceFileField;
  file: StoredFile | undefined;
  maxBytes: number;
}

/** Returns false if the answer is missing, submitted or accepted, or the files together are too large. */
export async function updateFiles(
  db: Db,
  { disputeId, field, file, maxBytes }: FileChange,
): Promise<boolean> {
  const changed = file
    ? sql`files || ${JSON.stringify({ [field]: file })}::jsonb`
    : sql`files - ${field}::text`;
  const row = await db
    .updateTable("dispute_answers")
    .set({ files: sql`${changed}` })
    .where("dispute_id", "=", disputeId)
    .$if(file !== undefined, (query) =>
      query.where(
        sql<boolean>`(
          SELECT coalesce(sum((kept.value ->> 'bytes')::bigint), 0) FROM jsonb_each(files) AS kept
          WHERE kept.key <> ${field}::text
        ) + ${file?.bytes}::bigint <= ${maxBytes}::bigint`,
      ),
    )
    .where("submitted_at", "is", null)
    .where("accepted_at", "is", null)
    .returning("dispute_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if submitted or accepted before. */
export async function endAnswer(
  db: Db,
  ended: { disputeId: string; as: "submitted" | "accepted"; by: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("dispute_answers")
    .set(
      ended.as === "submitted"
        ? { submitted_by: ended.by, submitted_at: ended.now }
        : { accepted_by: ended.by, accepted_at: ended.now },
    )
    .where("dispute_id", "=", ended.disputeId)
    .where("submitted_at", "is", null)
    .where("accepted_at", "is", null)
    .returning("dispute_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Reverts what the provider refused; `submittedAt`: only that submission. */
export async function reopenAnswer(db: Db, disputeId: string, submittedAt?: Date): Promise<void> {
  await db
    .updateTable("dispute_answers")
    .set({ submitted_by: null, submitted_at: null, accepted_by: null, accepted_at: null })
    .where("dispute_id", "=", disputeId)
    .$if(submittedAt !== undefined, (query) => query.where("submitted_at", "=", submittedAt as Date))
    .execute();
}

/** Of open disputes, at most 100. */
export async function listSubmitted(db: Db, { from, to }: { from: Date; to: Date }) {
  return db
    .selectFrom("dispute_answers")
    .innerJoin("disputes", "disputes.id", "dispute_answers.dispute_id")
    .select(["disputes.id", "submitted_at"])
    .where("submitted_at", ">=", from)
    .where("submitted_at", "<", to)
    .where("disputes.status", "in", ["open", "inquiry"])
    .orderBy("submitted_at", "desc")
    .limit(100)
    .execute();
}

/** Open and unanswered, with a deadline until `before`: at most 100. */
export async function listDueDisputes(db: Db, { now, before }: { now: Date; before: Date }) {
  return db
    .selectFrom("disputes")
    .leftJoin("dispute_answers", "dispute_answers.dispute_id", "disputes.id")
    .select(["disputes.id", "disputes.due_by"])
    .where("disputes.due_by", ">", now)
    .where("disputes.due_by", "<=", before)
    .where("disputes.status", "in", ["open", "inquiry"])
    .where("dispute_answers.submitted_at", "is", null)
    .where("dispute_answers.accepted_at", "is", null)
    .orderBy("disputes.due_by")
    .limit(100)
    .execute();
}
