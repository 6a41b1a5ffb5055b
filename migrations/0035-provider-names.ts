import { type Kysely, sql } from "kysely";

/** Table, old name, new name. Indexes, checks and triggers follow a renamed column; no function names one of these. */
const columns = [
  ["sales", "checkout_session_id", "provider_checkout_id"],
  ["sales", "payment_intent_id", "provider_payment_id"],
  ["sales", "charge_id", "provider_charge_id"],
  ["payment_events", "type", "provider_type"],
  ["provider_movements", "type", "provider_type"],
] as const;

/** Unique constraints keep the name of the column that they were made for. */
const uniqueColumns = columns.filter(([table]) => table === "sales");

/** Stripe's reasons for a dispute, and ours (`DisputeReason` in app/integrations/payments/payments.ts). */
const disputeReasons = [
  ["bank_cannot_process", "bankCannotProcess"],
  ["check_returned", "checkReturned"],
  ["credit_not_processed", "refundNotReceived"],
  ["customer_initiated", "requestedByBuyer"],
  ["debit_not_authorized", "debitNotAuthorized"],
  ["duplicate", "duplicate"],
  ["fraudulent", "fraud"],
  ["general", "general"],
  ["incorrect_account_details", "wrongAccountDetails"],
  ["insufficient_funds", "insufficientFunds"],
  ["noncompliant", "againstCardRules"],
  ["product_not_received", "notReceived"],
  ["product_unacceptable", "notAsDescribed"],
  ["subscription_canceled", "subscriptionCanceled"],
  ["unrecognized", "unrecognized"],
] as const;

/** Stripe's reasons for a failed refund, and ours (`RefundFailure`). */
const refundFailures = [
  ["charge_for_pending_refund_disputed", "disputed"],
  ["declined", "declined"],
  ["expired_or_canceled_card", "cardExpired"],
  ["insufficient_funds", "insufficientFunds"],
  ["lost_or_stolen_card", "cardLost"],
  ["merchant_request", "canceledByUs"],
  ["unknown", "unknown"],
] as const;

/** The categories of movements that keep their words (`MovementCategory`). */
const movementCategories = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "fee",
  "payout",
  "payout_reversal",
] as const;

type Pairs = readonly (readonly [string, string])[];

const listOf = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");
const ours = (pairs: Pairs) => listOf([...pairs.map(([, own]) => own), "other"]);
const translate = (column: string, pairs: Pairs, rest: string) =>
  `CASE ${column} ${pairs.map(([from, to]) => `WHEN '${from}' THEN '${to}'`).join(" ")} ELSE ${rest} END`;
const turn = (pairs: Pairs) => pairs.map(([from, to]) => [to, from] as const);

/**
 * Names what the payment provider calls things `provider_…`, and keeps its reasons in the product's own words. What has no
 * word of ours is `other`, with the provider's text beside it where people need it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const [table, old, name] of columns) await run(`ALTER TABLE ${table} RENAME ${old} TO ${name}`);
  for (const [table, old, name] of uniqueColumns)
    await run(`ALTER TABLE ${table} RENAME CONSTRAINT ${table}_${old}_key TO ${table}_${name}_key`);

  await run("ALTER TABLE disputes DROP CONSTRAINT disputes_reason_check");
  await run(`UPDATE disputes SET reason = ${translate("reason", disputeReasons, "'other'")}`);
  await run(`
    ALTER TABLE disputes ADD CONSTRAINT disputes_reason_check CHECK (reason IN (${ours(disputeReasons)}))`);

  await run("ALTER TABLE refunds DROP CONSTRAINT refunds_failure_check");
  await run(`
    ALTER TABLE refunds ADD provider_message text
      CONSTRAINT refunds_provider_message_check CHECK (length(provider_message) <= 500)`);
  await run(`
    UPDATE refunds SET provider_message = failure
    WHERE failure NOT IN (${listOf(refundFailures.map(([theirs]) => theirs))})`);
  await run(`
    UPDATE refunds SET failure = ${translate("failure", refundFailures, "'other'")} WHERE failure IS NOT NULL`);
  await run(`
    ALTER TABLE refunds ADD CONSTRAINT refunds_failure_check CHECK (failure IN (${ours(refundFailures)}))`);

  await run(`
    UPDATE provider_movements SET category = 'other',
      provider_type = CASE category WHEN provider_type THEN category ELSE provider_type || ' ' || category END
    WHERE category NOT IN (${listOf(movementCategories)})`);
  await run(`
    ALTER TABLE provider_movements ADD CONSTRAINT provider_movements_category_check
      CHECK (category IN (${listOf([...movementCategories, "other"])}))`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("ALTER TABLE provider_movements DROP CONSTRAINT provider_movements_category_check");
  await run(`
    UPDATE provider_movements SET category = split_part(provider_type, ' ', -1),
      provider_type = split_part(provider_type, ' ', 1) WHERE category = 'other'`);
  await run("ALTER TABLE refunds DROP CONSTRAINT refunds_failure_check");
  await run(`
    UPDATE refunds SET failure = ${translate("failure", turn(refundFailures), "coalesce(provider_message, 'unknown')")}
    WHERE failure IS NOT NULL`);
  await run("ALTER TABLE refunds DROP provider_message");
  await run("ALTER TABLE refunds ADD CONSTRAINT refunds_failure_check CHECK (length(failure) <= 500)");
  await run("ALTER TABLE disputes DROP CONSTRAINT disputes_reason_check");
  await run(`UPDATE disputes SET reason = ${translate("reason", turn(disputeReasons), "'general'")}`);
  await run("ALTER TABLE disputes ADD CONSTRAINT disputes_reason_check CHECK (length(reason) <= 100)");
  for (const [table, old, name] of uniqueColumns)
    await run(`ALTER TABLE ${table} RENAME CONSTRAINT ${table}_${name}_key TO ${table}_${old}_key`);
  for (const [table, old, name] of columns) await run(`ALTER TABLE ${table} RENAME ${name} TO ${old}`);
}
