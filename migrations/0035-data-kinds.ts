import { type Kysely, sql } from "kysely";

/**
 * The kind of personal data of each column (data-kinds.ts), as its comment: `data: account`. Columns that name an
 * account by a foreign key are references and have none; `none` is a text that is about nobody.
 */
const kinds = `
account_changes: accountChange passkey_id former_email new_email changed_at
account_erasures: none locale
admin_grants: reference user_id granted_by approved_by
announcement_reports: report reporter_id reason
announcements: announcement subject text; none hidden_reason
audit_entries: reference actor_id target_id erased_for; audit actor_email target_label address browser reason before after search_text; none action target_kind personal seal
certificates: certificate code user_id course_id name finished_at issued_at corrected_at declared watched_seconds begun_at hides_first_day; none course_title programme
commission_invoices: none month; ledgerNote number link
consumer_profiles: account full_name email search_text
coupons: none code
course_lessons: none section
creator_fees: ledgerNote reason
creator_follows: follow user_id followed_at
creator_handles: profile handle
creator_profiles: account full_name email country search_text; payoutDetails payment_method pix_key bank_account_number bank_name card_last4 card_holder_name bank_code bank_branch bank_holder_tax_id; profile handle bio links portrait_key; taxId tax_id
creator_reserves: ledgerNote reason
data_exports: none locale; dataExport storage_key
data_key_checks: none sealed
declined_invitations: declined address_hash
device_copies: copies user_id video_id place kept_at renewed_at
dispute_answers: disputeText texts files
disputes: none id
email_confirmations: credential token_hash user_id email replaces
free_accesses: none code
gifts: account email; content message; none locale
guest_invitations: account email
job_runners: none id tasks
ledger_adjustments: ledgerNote reason
ledger_anchors: none root chain audit_root
ledger_balances: none account currency
ledger_days: none currency
ledger_proof_findings: none what subject
ledger_proofs: none failure
ledger_proved_balances: reference creator_id; none account currency
ledger_proved_days: none currency
ledger_touched: none movement_id
mail_choices: account user_id choice value
mails: none kind locale; reference key; mail user_id email facts sent_to failure
money_states: none subject state enters_from person actions target needs frozen
notes: note user_id video_id second text created_at updated_at
passkey_challenges: none challenge; credential user_id browser_hash
passkeys: credential id user_id public_key name created_at last_used_at; none transports
password_resets: credential token_hash user_id
payment_events: none id provider_type error; paymentEvent payload body
payout_details_changes: payoutDetails replaced chosen
payouts: payout payee_name pix_key bank_name bank_account_number card_last4 card_holder_name failure return_reason bank_code bank_branch bank_holder_tax_id; trade bank_reference
provider_movements: none id provider_type currency source_id
publications: counter creator_id
question_posts: question second text; none hidden_reason
question_reports: report reporter_id reason
rate_limits: counter key
reconciliation_differences: none what subject currency reason
reconciliations: none failure
recovery_codes: credential code_digest user_id
refunds: none provider_refund_id requested_locale; refundNote note provider_message no_key_reason return_reason; refundKey pix_key
release_rules: ledgerNote reason
resumable_uploads: upload file_mark; none write_handle
retired_handles: profile digest
review_reports: report reporter_id reason
reviews: review rating text reply; none hidden_reason
running_counts: none kind
sale_coupons: reference consumer_id; none code
sale_rebuilds: none checkout_id
sale_sources: trade source
sales: trade amount_cents provider_checkout_id provider_payment_id payment_method provider_charge_id; checkout checkout_url awaiting_code awaiting_voucher_url; none checkout_title; reference purchase_number
saved_videos: saved user_id video_id price_cents saved_at told_at
second_factor_removals: credential user_id token_hash asked_at proved_at allowed_at allowed_by
second_factors: credential user_id secret created_at confirmed_at
second_person_requests: ledgerNote reason; none rule
sessions: session id_hash user_id created_at last_seen_at user_agent proved_at former_id_hash former_proved_at reproved_at
share_pictures: content storage_key
shop_words: none word
smallest_payouts: ledgerNote reason
terms_acceptances: none version
topics: none slug names
undo_links: credential token_hash user_id
unfinished_sign_ins: credential id_hash user_id target
unpublished_videos: draft fields pictures
user_roles: account user_id role
users: reference id; account email google_name; credential password_hash google_sub; none locale
video_accesses: playback user_id video_id place address device opened_at last_at stopped_at
video_attachments: content name storage_key
video_captions: content cues; none skipped
video_drafts: draft fields thumbnail_url trailer_key trailer_name
video_ladders: none source_key
video_rungs: none storage_key codecs segments
video_streams: none failure failure_code upload_url
video_visits: none source
videos: content title description thumbnail_url cloudflare_video_id youtube_url video_url file_name replaced_url title_plain title_grams outcomes preview_key preview_source preview_clip preview_youtube_id search_words; account creator_plain
watch_positions: watching user_id video_id seconds updated_at watched watched_seconds done_at report_ids reached first_done_at begun_at reminded_at
`;

/** What the columns' comments said before, which stays behind the kind. */
const described: Record<string, string> = {
  "certificates.declared":
    "The person marked a lesson as completed without having watched 80 % of it; false once all were watched.",
  "certificates.programme":
    'The completed lessons in order: [{"section", "title"}]; null, as the time and the first day, if issued before 0029.',
  "watch_positions.reached": "The parts watched before the person began again; watched has those since.",
  "watch_positions.first_done_at": "When the video was completed before the person began again.",
  "watch_positions.reminded_at": "When the mail about the course that stood still here was posted.",
};

const columns = kinds
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [table = "", rest = ""] = line.split(": ");
    return rest.split("; ").flatMap((part) => {
      const [kind, ...names] = part.split(" ");
      return names.map((name) => ({ table, name, kind, before: described[`${table}.${name}`] }));
    });
  });

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, name, kind, before } of columns)
    await comment(db, table, name, [`data: ${kind}`, ...(before ? [before] : [])].join(". "));
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table, name, before } of columns) await comment(db, table, name, before ?? null);
}

async function comment(db: Kysely<unknown>, table: string, name: string, text: string | null): Promise<void> {
  await sql`COMMENT ON COLUMN ${sql.ref(`${table}.${name}`)} IS ${text === null ? sql`NULL` : sql.lit(text)}`.execute(
    db,
  );
}
