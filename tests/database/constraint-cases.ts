/**
 * What the database must refuse. Each case is one statement after `baseRows`, and the constraint or unique index that
 * must reject it. `constraints.test.ts` also checks that every constraint has a case.
 */
export interface ConstraintCase {
  what: string;
  sql: string;
  refusedBy: string;
}

const hash = (digit: string) => digit.repeat(64);
const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
export const ids = {
  ana: id("a"),
  beto: id("b"),
  video: id("c"),
  sale: id("d"),
  other: id("e"),
  arriving: id("9"),
  payee: id("1"),
  clerk: id("2"),
  owner: id("3"),
  booked: id("4"),
  refund: id("5"),
  batch: id("6"),
  payout: id("7"),
  adjustment: id("8"),
  taught: id("0"),
  second: id("9"),
  unknown: id("f"),
};

function bytes(length: number): string {
  return `decode(repeat('61', ${length}), 'hex')`;
}

export const baseRows = `
  INSERT INTO users (id, email, google_sub) VALUES
    ('${ids.ana}', 'ana@example.com', 'google-1'), ('${ids.beto}', 'beto@example.com', NULL);
  INSERT INTO user_roles (user_id, role) VALUES ('${ids.ana}', 'admin');
  INSERT INTO sessions (id_hash, user_id, expires_at) VALUES ('${hash("1")}', '${ids.beto}', now());
  INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ('${hash("1")}', '${ids.beto}', now());
  INSERT INTO email_confirmations (token_hash, user_id, email, expires_at)
    VALUES ('${hash("1")}', '${ids.beto}', 'beto@example.com', now());
  INSERT INTO terms_acceptances (user_id, version) VALUES ('${ids.beto}', '2026-01-01');
  INSERT INTO creator_profiles (id, user_id, full_name, email, country)
    VALUES ('${ids.ana}', '${ids.ana}', 'Ana', 'ana@example.com', 'Brasil');
  INSERT INTO consumer_profiles (id, user_id, full_name, email)
    VALUES ('${ids.beto}', '${ids.beto}', 'Beto', 'beto@example.com');
  INSERT INTO videos (id, creator_id, title, description, price_cents, video_type, video_url, replaced_url, published_at)
    VALUES ('${ids.video}', '${ids.ana}', 'Aula', '', 50, 'cloudflare', 'a/b.mp4', 'a/b.mov', now());
  INSERT INTO publications (creator_id, published_at) VALUES ('${ids.beto}', now());
  INSERT INTO videos (id, creator_id, title, description, price_cents, video_type, cloudflare_video_id, published_at)
    VALUES ('${ids.other}', '${ids.ana}', 'Outra', '', 50, 'cloudflare', 'uid', now());
  INSERT INTO videos (id, creator_id, title, description, price_cents, video_type)
    VALUES ('${ids.arriving}', '${ids.ana}', 'A caminho', '', 50, 'cloudflare');
  INSERT INTO resumable_uploads (video_id, bytes, file_mark, write_handle)
    VALUES ('${ids.arriving}', 1, 'mark', 'handle');
  INSERT INTO conversions (video_id, state) VALUES ('${ids.arriving}', 'waiting');
  INSERT INTO video_streams (video_id, begun_at) VALUES ('${ids.arriving}', now());
  INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
      status, paid_at, completed_at, provider_checkout_id, provider_payment_id, provider_charge_id)
    VALUES ('${ids.sale}', '${ids.video}', '${ids.beto}', 50, 'BRL', 1500, 8, 42, 'completed', now(), now(), 'cs_1', 'pi_1', 'ch_1');
  INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents)
    VALUES ('${ids.video}', '${ids.beto}', 50, 'BRL', 1500, 8, 42);
  INSERT INTO users (id, email) VALUES
    ('${ids.payee}', 'payee@example.com'), ('${ids.clerk}', 'clerk@example.com'), ('${ids.owner}', 'owner@example.com');
  INSERT INTO videos (id, creator_id, title, description, price_cents, video_type, video_url, published_at)
    VALUES ('${ids.taught}', '${ids.payee}', 'Paga', '', 50, 'cloudflare', 'p/t.mp4', now());
  INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
      status, paid_at, completed_at, provider_checkout_id)
    VALUES ('${ids.booked}', '${ids.taught}', '${ids.clerk}', 50, 'BRL', 1500, 8, 42, 'completed', now(), now(), 'cs_2');
  INSERT INTO refunds (id, sale_id, provider_refund_id, amount_cents, status, channel, reason)
    VALUES ('${ids.refund}', '${ids.booked}', 're_1', 10, 'failed', 'provider', 'provider');
  INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at)
    VALUES ('dp_1', '${ids.booked}', 50, 'inquiry', 'general', now());
  INSERT INTO payout_batches (id, created_by, created_at) VALUES ('${ids.batch}', '${ids.clerk}', now());
  INSERT INTO payout_drafts (day, payouts, amount_cents, created_at) VALUES ('2026-11-27', 1, 42, now());
  INSERT INTO payout_details_changes (creator_id, replaced, chosen, changed_at, effective_at)
    VALUES ('${ids.ana}', '{}', '{}', now(), now() + interval '48 hours');
  INSERT INTO payouts (id, batch_id, creator_id, amount_cents, status, payee_name, payment_method, created_at)
    VALUES ('${ids.payout}', '${ids.batch}', '${ids.payee}', 42, 'prepared', 'Ana', 'pix', now());
  INSERT INTO ledger_entries (id, reason, sale_id, created_at) OVERRIDING SYSTEM VALUE
    VALUES (0, 'sale', '${ids.booked}', now());
  INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at, balance_after_cents, created_at)
    VALUES (0, '${ids.payee}', 'provider', 'BRL', -42, NULL, 0, now()),
      (0, '${ids.payee}', 'creator', 'BRL', 42, now(), 0, now());
  INSERT INTO ledger_adjustments (id, creator_id, kind, amount_cents, reason, created_by, created_at)
    VALUES ('${ids.adjustment}', '${ids.owner}', 'credit', 1, 'x', '${ids.beto}', now());
  INSERT INTO reconciliations (id, since, started_at) OVERRIDING SYSTEM VALUE VALUES (1, now(), now());
  INSERT INTO reconciliation_differences (id, reconciliation_id, what, subject, amount_cents, currency)
    OVERRIDING SYSTEM VALUE VALUES (1, 1, 'unknownSale', 'cs_9', 50, 'BRL');
  INSERT INTO payment_events (id, provider_type, payload) VALUES ('evt_1', 'x', '{}');
  INSERT INTO watch_positions (user_id, video_id, seconds) VALUES
    ('${ids.beto}', '${ids.video}', 90), ('${ids.ana}', '${ids.arriving}', 1);
  INSERT INTO video_accesses (user_id, video_id, place, opened_at, last_at)
    VALUES ('${ids.beto}', '${ids.video}', 'a', now(), now());
  INSERT INTO caption_orders (video_id, language, ordered_at) VALUES ('${ids.arriving}', 'pt', now());
  INSERT INTO video_captions (video_id, language, cues, updated_at) VALUES ('${ids.arriving}', 'pt', '[{}]', now());
  INSERT INTO video_attachments (id, video_id, position, name, kind, bytes, storage_key, created_at)
    VALUES ('${ids.arriving}', '${ids.arriving}', 1, 'Moldes', 'pdf', 1, 'a/1.pdf', now());
  INSERT INTO certificates (code, user_id, course_id, name, course_title, seconds, finished_at, issued_at)
    VALUES ('0123456789AB', '${ids.beto}', '${ids.arriving}', 'Beto', 'Violão', 60, now(), now());
  INSERT INTO saved_videos (user_id, video_id, price_cents, saved_at) VALUES ('${ids.beto}', '${ids.arriving}', 50, now());
  INSERT INTO video_drafts (id, creator_id, fields, revision, created_at, saved_at)
    VALUES ('${ids.arriving}', '${ids.beto}', '{}', 1, now(), now());
  INSERT INTO video_ladders (video_id, source_key, state, updated_at) VALUES ('${ids.arriving}', 'a/1.mp4', 'ready', now());
  INSERT INTO video_rungs (video_id, short_side, storage_key, bytes, width, height, peak_bandwidth, average_bandwidth, codecs,
      frame_rate, init_bytes, segments)
    VALUES ('${ids.arriving}', 360, 'a/1-360p.mp4', 2, 640, 360, 1, 1, 'avc1.64001e,mp4a.40.2', 30, 1, '[[1, 1]]');
  INSERT INTO video_views (video_id, number) VALUES ('${ids.arriving}', 1);
  INSERT INTO video_visits (video_id, day, source, views, previews) VALUES ('${ids.arriving}', '2026-11-25', 'qr', 1, 0);
  INSERT INTO reviews (id, video_id, creator_id, author_id, rating)
    VALUES ('${ids.refund}', '${ids.video}', '${ids.ana}', '${ids.beto}', 5);
  INSERT INTO review_reports (review_id, reporter_id) VALUES ('${ids.refund}', '${ids.clerk}');
  INSERT INTO question_posts (id, video_id, creator_id, author_id, second, text, created_at)
    VALUES ('${ids.refund}', '${ids.video}', '${ids.ana}', '${ids.beto}', 5, 'Qual?', now());
  INSERT INTO question_posts (id, video_id, creator_id, author_id, answers_to, text, created_at)
    VALUES ('${ids.payout}', '${ids.video}', '${ids.ana}', '${ids.ana}', '${ids.refund}', 'Esta.', now());
  INSERT INTO question_reports (post_id, reporter_id, created_at) VALUES ('${ids.refund}', '${ids.clerk}', now());
  INSERT INTO rate_limits (key) VALUES ('a');
  INSERT INTO mails (kind, key, user_id, sale_id) VALUES ('receipt', 'receipt:1', '${ids.beto}', '${ids.sale}');
  INSERT INTO mail_choices (user_id, choice, value) VALUES ('${ids.beto}', 'sales', 'none');
  INSERT INTO second_factors (user_id, secret, created_at) VALUES ('${ids.beto}', ${bytes(40)}, now());
  INSERT INTO second_factor_removals (user_id, token_hash, asked_at) VALUES ('${ids.beto}', '${hash("1")}', now());
  INSERT INTO recovery_codes (user_id, code_digest) VALUES ('${ids.beto}', '${hash("1")}');
  INSERT INTO unfinished_sign_ins (id_hash, user_id, entrance, target, expires_at)
    VALUES ('${hash("1")}', '${ids.beto}', 'consumer', '/', now());
  INSERT INTO passkeys (id, user_id, public_key, counter, transports, name, created_at)
    VALUES ('key', '${ids.beto}', ${bytes(40)}, 0, '{}', 'Celular', now());
  INSERT INTO passkey_challenges (challenge, purpose, user_id, expires_at)
    VALUES ('${"c".repeat(43)}', 'add', '${ids.beto}', now());
  INSERT INTO account_changes (user_id, kind, former_email, new_email, had_google, changed_at, due_at)
    VALUES ('${ids.beto}', 'email', 'antes@example.com', 'depois@example.com', false, now(), now());
  INSERT INTO undo_links (token_hash, mail_id, change_id, user_id)
    SELECT '${hash("1")}', '${ids.other}', id, user_id FROM account_changes;
  INSERT INTO audit_entries (id, created_at, actor_id, actor_email, action, target_kind, target_id, target_label)
    VALUES ('${ids.video}', now(), '${ids.ana}', 'ana@example.com', 'videoSuspended', 'video', '${ids.video}', 'Aula');
  INSERT INTO account_erasures (user_id, requested_at, due_at, locale, keep_reviews)
    VALUES ('${ids.beto}', now(), now() + interval '7 days', 'pt', false);
  INSERT INTO data_exports (id, user_id, locale, storage_key, requested_at)
    VALUES ('${ids.sale}', '${ids.beto}', 'pt', 'a.json', now());
  INSERT INTO retired_handles VALUES (encode(sha256('apagada'), 'hex'));
  INSERT INTO data_key_checks (sealed) VALUES (${bytes(40)});
  INSERT INTO coupons (id, code, percent, starts_at, ends_at)
    VALUES ('${ids.batch}', 'DEZ', 10, '2026-01-01', '2026-02-01');
  INSERT INTO sale_coupons (sale_id, coupon_id, consumer_id, code, list_price_cents)
    VALUES ('${ids.sale}', '${ids.batch}', '${ids.beto}', 'DEZ', 60);
  INSERT INTO sale_sources (sale_id, source) VALUES ('${ids.sale}', 'qr');
`;

const long = (length: number) => `repeat('x', ${length})`;
/** Tables whose triggers refuse a change before its constraint does. */
const frozen = ["payouts", "refunds", "sales", "videos"];
const set = (table: string, change: string) =>
  `${frozen.includes(table) ? `ALTER TABLE ${table} DISABLE TRIGGER USER; ` : ""}UPDATE ${table} SET ${change}`;
const sale = (columns: string, values: string) =>
  `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents, ${columns})
   VALUES ('${ids.video}', '${ids.beto}', 50, 'BRL', 1500, 8, 42, ${values})`;
const bankAccount = (columns: Record<string, string>) => {
  const values = {
    bank_code: "'001'",
    bank_branch: "'0001'",
    bank_holder_tax_id: "'52998224725'",
    ...columns,
  };
  return Object.entries(values)
    .map(([column, value]) => `${column} = ${value}`)
    .join();
};
const decided = `decided_at = now(), decided_by = '${ids.clerk}'`;
const reasons: Record<string, string> = {
  sale_id: "sale",
  payout_id: "payout",
  adjustment_id: "adjustment",
  movement_id: "movement",
};
const returnedRefund =
  "channel = 'outside', status = 'returned', provider_refund_id = NULL, key_given_at = now(), returned_at = now()";
const ledgerEntry = (column: string, about: string) =>
  `INSERT INTO ledger_entries (reason, ${column}, created_at) VALUES ('${reasons[column]}', '${about}', now())`;
const newest = "(SELECT max(id) FROM ledger_entries)";
/** A line of the newest entry, which is created first unless the case names one. */
const ledgerLine = (values: string, entry?: string, creator = ids.payee) =>
  `${entry ? "" : `${ledgerEntry("sale_id", ids.booked)};`} INSERT INTO ledger_lines (account, currency, amount_cents, available_at, entry_id, creator_id, balance_after_cents, created_at)
   VALUES (${values}, ${entry ?? newest}, '${creator}', 0, now())`;
const entry = (columns: Record<string, string>) => {
  const values = {
    created_at: "now()",
    actor_id: `'${ids.ana}'`,
    actor_email: "'ana@example.com'",
    action: "'videoSuspended'",
    target_kind: "'video'",
    target_id: "'x'",
    target_label: "'x'",
    ...columns,
  };
  return `INSERT INTO audit_entries (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const adjustment = (columns: Record<string, string>) => {
  const values = {
    id: "gen_random_uuid()",
    creator_id: `'${ids.payee}'`,
    kind: "'credit'",
    amount_cents: "1",
    reason: "'x'",
    created_by: `'${ids.clerk}'`,
    created_at: "now()",
    ...columns,
  };
  return `INSERT INTO ledger_adjustments (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const secondPerson = (columns: Record<string, string> = {}) => {
  const values = {
    id: `'${ids.second}'`,
    kind: "'adjustment'",
    account_id: `'${ids.payee}'`,
    adjustment_kind: "'credit'",
    amount_cents: "1",
    reason: "'x'",
    requested_by: `'${ids.clerk}'`,
    created_at: "now()",
    ...columns,
  };
  return `INSERT INTO second_person_requests (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const grantRequest = (columns: Record<string, string> = {}) =>
  secondPerson({
    kind: "'grant'",
    adjustment_kind: "NULL",
    amount_cents: "NULL",
    reason: "NULL",
    ...columns,
  });
const feeRequest = (columns: Record<string, string> = {}) =>
  secondPerson({
    kind: "'fee'",
    adjustment_kind: "NULL",
    amount_cents: "NULL",
    fee_bp: "500",
    fee_from: "current_date + 2",
    ...columns,
  });
const fee = (columns: Record<string, string> = {}) => {
  const values = {
    id: `'${ids.second}'`,
    creator_id: `'${ids.payee}'`,
    share_bp: "500",
    valid_from: "current_date + 2",
    reason: "'x'",
    created_by: `'${ids.clerk}'`,
    created_at: "now()",
    ...columns,
  };
  return `INSERT INTO creator_fees (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const leastRequest = (columns: Record<string, string> = {}) =>
  secondPerson({ kind: "'smallestPayout'", adjustment_kind: "NULL", ...columns });
const least = (columns: Record<string, string> = {}) => {
  const values = {
    id: `'${ids.second}'`,
    cents: "500",
    reason: "'x'",
    created_by: `'${ids.clerk}'`,
    created_at: "now()",
    ...columns,
  };
  return `INSERT INTO smallest_payouts (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const releaseRule = (columns: Record<string, string> = {}) => {
  const values = {
    id: `'${ids.second}'`,
    pix_days: "7",
    boleto_days: "7",
    card_days: "15",
    valid_from: "current_date + 2",
    reason: "'x'",
    created_by: `'${ids.clerk}'`,
    created_at: "now()",
    ...columns,
  };
  return `INSERT INTO release_rules (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const reserve = (columns: Record<string, string> = {}) => {
  const values = {
    id: `'${ids.second}'`,
    creator_id: `'${ids.payee}'`,
    reserve_bp: "1000",
    reserve_days: "90",
    valid_from: "current_date + 2",
    reason: "'x'",
    created_by: `'${ids.clerk}'`,
    created_at: "now()",
    ...columns,
  };
  return `INSERT INTO creator_reserves (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const ruleRequest = (columns: Record<string, string> = {}) =>
  secondPerson({
    kind: "'releaseRule'",
    adjustment_kind: "NULL",
    amount_cents: "NULL",
    rule: `'{"pixDays": 7}'`,
    ...columns,
  });
const invoice = (columns: Record<string, string> = {}) => {
  const values = {
    creator_id: `'${ids.payee}'`,
    month: "'2026-10'",
    number: "'1'",
    link: "NULL",
    imported_by: `'${ids.clerk}'`,
    imported_at: "now()",
    ...columns,
  };
  return `INSERT INTO commission_invoices (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const accessGrant = (columns: Record<string, string>) => {
  const values = {
    user_id: `'${ids.owner}'`,
    product_id: `'${ids.other}'`,
    reason: "'guest'",
    granted_at: "now()",
    ...columns,
  };
  return `INSERT INTO access_grants (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
/** A free access without its triggers, which check the coupon. */
const freeAccess = (columns: Record<string, string> = {}) => {
  const values = {
    user_id: `'${ids.owner}'`,
    product_id: `'${ids.other}'`,
    coupon_id: `'${ids.batch}'`,
    code: "'LIVRE'",
    percent: "100",
    list_price_cents: "60",
    created_at: "now()",
    ...columns,
  };
  return `ALTER TABLE free_accesses DISABLE TRIGGER USER;
    INSERT INTO free_accesses (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const certificate = (columns: Record<string, string>) => {
  const values = {
    code: "'ZZZZZZZZZZZZ'",
    user_id: `'${ids.owner}'`,
    course_id: `'${ids.other}'`,
    name: "'Ana'",
    course_title: "'Violão'",
    seconds: "60",
    finished_at: "now()",
    issued_at: "now()",
    ...columns,
  };
  return `INSERT INTO certificates (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const guest = (columns: Record<string, string> = {}) => {
  const values = { product_id: `'${ids.other}'`, email: "'a@b.c'", created_at: "now()", ...columns };
  return `INSERT INTO guest_invitations (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
/** An invitation that a person took, without the triggers that check it. */
const takenGuest = (taken_by: string, columns: Record<string, string> = {}) =>
  `ALTER TABLE guest_invitations DISABLE TRIGGER USER; ${guest({ taken_by, taken_at: "now()", ...columns })}`;
/** A gift of the base rows' sale, without the triggers that check it. */
const gift = (columns: Record<string, string> = {}) => {
  const values = { sale_id: `'${ids.sale}'`, email: "'a@b.c'", locale: "'pt'", ...columns };
  return `ALTER TABLE gifts DISABLE TRIGGER USER;
    INSERT INTO gifts (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const freeAdjustments = "ALTER TABLE ledger_adjustments DISABLE TRIGGER adjustments_second_person";
const freeRequests = "ALTER TABLE second_person_requests DISABLE TRIGGER second_person_requests_guard";
/** A user whom nothing else refers to. */
const newUser = `INSERT INTO users (id, email) VALUES ('${ids.second}', 'second@example.com')`;
const noNewUser = `DELETE FROM users WHERE id = '${ids.second}'`;
const movement = (name: string) =>
  `INSERT INTO provider_movements (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, created_at)
   VALUES ('${name}', 'charge', 'charge', 50, 0, 50, 'BRL', now())`;
const disputeAnswer = (columns: Record<string, string> = {}) => {
  const values = {
    dispute_id: "'dp_1'",
    texts: "'{}'",
    staged_by: `'${ids.ana}'`,
    staged_at: "now()",
    ...columns,
  };
  return `INSERT INTO dispute_answers (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};
const ofVideo = `WHERE id = '${ids.video}'`;
const ofSale = `WHERE id = '${ids.sale}'`;

const saleCoupon = (columns: Record<string, string> = {}) => {
  const values = {
    sale_id: `'${ids.sale}'`,
    coupon_id: `'${ids.batch}'`,
    consumer_id: `'${ids.beto}'`,
    code: "'DEZ'",
    list_price_cents: "60",
    ...columns,
  };
  return `INSERT INTO sale_coupons (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
};

/** One case for each invalid value of a column. */
function each(
  table: string,
  column: string,
  values: string[],
  refusedBy = `${table}_${column}_check`,
): ConstraintCase[] {
  return values.map((value) => ({
    what: `${table}.${column} = ${value.slice(0, 40)}`,
    sql: set(table, `${column} = ${value}`),
    refusedBy,
  }));
}

/** Restricts a change of `question_posts` to the question of the base rows. */
const ofQuestion = (one: ConstraintCase): ConstraintCase => ({
  ...one,
  sql: `${one.sql} WHERE id = '${ids.refund}'`,
});

const taken = (what: string, refusedBy: string, sql: string): ConstraintCase => ({ what, sql, refusedBy });

export const constraintCases: ConstraintCase[] = [
  ...each("users", "email", ["' ana@example.com'", "'ana@example.com '", "''", "'ab'", long(255)]),
  taken("the same e-mail", "users_email_key", "INSERT INTO users (email) VALUES ('ana@example.com')"),
  taken(
    "the same e-mail in other case",
    "users_email_key",
    "INSERT INTO users (email) VALUES ('ANA@Example.com')",
  ),
  taken(
    "a user's id twice",
    "users_pkey",
    `INSERT INTO users (id, email) VALUES ('${ids.ana}', 'new@example.com')`,
  ),
  taken(
    "one Google account twice",
    "users_google_sub_key",
    "INSERT INTO users (email, google_sub) VALUES ('n@e.x', 'google-1')",
  ),
  taken(
    "other settings for two people",
    "two_people_settings_single_row_check",
    "UPDATE two_people_settings SET single_row = false",
  ),
  ...each("two_people_settings", "solo_adjustment_cents", ["-1"]),
  taken("a request of another kind", "second_person_requests_kind_check", grantRequest({ kind: "'refund'" })),
  taken(
    "an adjustment of no kind asked for",
    "second_person_requests_adjustment_kind_check",
    secondPerson({ adjustment_kind: "'gift'" }),
  ),
  taken(
    "an adjustment of nothing asked for",
    "second_person_requests_amount_cents_check",
    secondPerson({ amount_cents: "0" }),
  ),
  taken(
    "an adjustment asked for without a reason",
    "second_person_requests_reason_check",
    secondPerson({ reason: "''" }),
  ),
  taken(
    "a grant with an amount",
    "second_person_requests_adjustment_check",
    grantRequest({ amount_cents: "1" }),
  ),
  taken(
    "an adjustment without an amount",
    "second_person_requests_adjustment_check",
    secondPerson({ amount_cents: "NULL" }),
  ),
  taken(
    "a fee asked for without its day",
    "second_person_requests_fee_check",
    feeRequest({ fee_from: "NULL" }),
  ),
  taken(
    "a fee of more than all asked for",
    "second_person_requests_fee_bp_check",
    feeRequest({ fee_bp: "5001" }),
  ),
  taken("a fee of more than half", "creator_fees_share_bp_check", fee({ share_bp: "5001" })),
  taken("a fee without a reason", "creator_fees_reason_check", fee({ reason: "''" })),
  taken("a fee of nobody", "creator_fees_creator_id_fkey", fee({ creator_id: "gen_random_uuid()" })),
  taken("a fee from today", "creator_fees_not_past", fee({ valid_from: "current_date - 1" })),
  taken("a fee set twice", "creator_fees_pkey", `${fee()}; ${fee()}`),
  taken("a fee without its audit entry", "creator_fees_audited", `${fee()}; SET CONSTRAINTS ALL IMMEDIATE`),
  taken(
    "a release by Pix before withdrawals end",
    "release_rules_pix_days_check",
    releaseRule({ pix_days: "6" }),
  ),
  taken(
    "a release by boleto after two months",
    "release_rules_boleto_days_check",
    releaseRule({ boleto_days: "61" }),
  ),
  taken(
    "a release by card on the same day",
    "release_rules_card_days_check",
    releaseRule({ card_days: "0" }),
  ),
  taken("days of releases without a reason", "release_rules_reason_check", releaseRule({ reason: "''" })),
  taken(
    "days of releases from today",
    "release_rules_not_past",
    releaseRule({ valid_from: "current_date - 1" }),
  ),
  taken("days of releases set twice", "release_rules_pkey", `${releaseRule()}; ${releaseRule()}`),
  taken(
    "days of releases without their audit entry",
    "release_rules_audited",
    `${releaseRule()}; SET CONSTRAINTS ALL IMMEDIATE`,
  ),
  taken("a reserve of more than half", "creator_reserves_reserve_bp_check", reserve({ reserve_bp: "5001" })),
  taken("a reserve for a year", "creator_reserves_reserve_days_check", reserve({ reserve_days: "365" })),
  taken("a reserve of nothing for 90 days", "creator_reserves_check", reserve({ reserve_bp: "0" })),
  taken("a reserve without a reason", "creator_reserves_reason_check", reserve({ reason: "''" })),
  taken(
    "a reserve of nobody",
    "creator_reserves_creator_id_fkey",
    reserve({ creator_id: "gen_random_uuid()" }),
  ),
  taken("a reserve from today", "creator_reserves_not_past", reserve({ valid_from: "current_date - 1" })),
  taken("a reserve set twice", "creator_reserves_pkey", `${reserve()}; ${reserve()}`),
  taken(
    "a reserve without its audit entry",
    "creator_reserves_audited",
    `${reserve()}; SET CONSTRAINTS ALL IMMEDIATE`,
  ),
  taken(
    "a rule asked for without the rule",
    "second_person_requests_rule_check",
    ruleRequest({ rule: "NULL" }),
  ),
  taken(
    "a coupon asked for without its terms",
    "second_person_requests_rule_check",
    ruleRequest({ kind: "'coupon'", rule: "NULL", reason: "NULL" }),
  ),
  taken(
    "a coupon of an unknown request",
    "second_person",
    "UPDATE coupons SET request_id = gen_random_uuid() WHERE creator_id IS NULL",
  ),
  taken("an invoice of no month", "commission_invoices_month_check", invoice({ month: "'2026-13'" })),
  taken("an invoice without a number", "commission_invoices_number_check", invoice({ number: "''" })),
  taken(
    "an invoice whose link is no https address",
    "commission_invoices_link_check",
    invoice({ link: "'javascript:'" }),
  ),
  taken("two invoices of a month", "commission_invoices_pkey", `${invoice()}; ${invoice()}`),
  taken(
    "an invoice of nobody",
    "commission_invoices_creator_id_fkey",
    invoice({ creator_id: "gen_random_uuid()" }),
  ),
  taken("a minimum payout below R$ 1,00", "smallest_payouts_cents_check", least({ cents: "99" })),
  taken("a minimum payout without a reason", "smallest_payouts_reason_check", least({ reason: "''" })),
  taken("a minimum payout set twice", "smallest_payouts_pkey", `${least()}; ${least()}`),
  taken(
    "a minimum payout without its audit entry",
    "smallest_payouts_audited",
    `${least()}; SET CONSTRAINTS ALL IMMEDIATE`,
  ),
  taken(
    "a minimum payout asked for without an amount",
    "second_person_requests_adjustment_check",
    leastRequest({ amount_cents: "NULL" }),
  ),
  taken(
    "a waiting request that is decided",
    "second_person_requests_decided_check",
    secondPerson({ decided_at: "now()" }),
  ),
  taken(
    "a request of another status",
    "second_person_requests_status_check",
    `${freeRequests}; ${secondPerson({ status: "'paid'", decided_at: "now()", decided_by: `'${ids.ana}'` })}`,
  ),
  taken(
    "a request approved by its requester",
    "second_person_requests_other_check",
    `${freeRequests}; ${secondPerson({ status: "'approved'", decided_at: "now()", decided_by: `'${ids.clerk}'` })}`,
  ),
  taken(
    "the role asked for twice",
    "second_person_requests_grant_idx",
    `${grantRequest()}; ${grantRequest({ id: "gen_random_uuid()" })}`,
  ),
  taken("a request that is approved at once", "second_person", secondPerson({ status: "'approved'" })),
  taken(
    "a request changed",
    "second_person_requests_frozen",
    `${secondPerson()}; UPDATE second_person_requests SET amount_cents = 2`,
  ),
  taken(
    "a request approved by somebody without the role",
    "second_person",
    `${secondPerson()}; UPDATE second_person_requests SET status = 'approved', decided_at = now(), decided_by = '${ids.beto}'`,
  ),
  taken(
    "a session's public id twice",
    "sessions_public_id_key",
    `INSERT INTO sessions (id_hash, user_id, public_id, expires_at)
      SELECT '${hash("2")}', user_id, public_id, now() FROM sessions`,
  ),
  taken(
    "two recovery links of one person",
    "password_resets_user_id_key",
    `INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ('${hash("2")}', '${ids.beto}', now())`,
  ),
  taken(
    "a mail twice",
    "mails_key_key",
    "INSERT INTO mails (kind, key, user_id) SELECT kind, key, user_id FROM mails",
  ),
  taken(
    "a link of a removal twice",
    "second_factor_removals_token_hash_key",
    `INSERT INTO second_factors (user_id, secret, created_at) VALUES ('${ids.ana}', ${bytes(40)}, now());
      INSERT INTO second_factor_removals (user_id, token_hash, asked_at) VALUES ('${ids.ana}', '${hash("1")}', now())`,
  ),
  ...each("passkey_challenges", "user_id", ["NULL"], "passkey_challenges_owner_check"),
  taken(
    "two changes of e-mail that wait",
    "account_changes_waiting_idx",
    `INSERT INTO account_changes (user_id, kind, former_email, new_email, had_google, changed_at, due_at)
      VALUES ('${ids.beto}', 'email', 'antes@example.com', 'outra@example.com', false, now(), now())`,
  ),
  taken(
    "two undo links of one mail",
    "undo_links_mail_id_key",
    `INSERT INTO undo_links (token_hash, mail_id, change_id, user_id)
      SELECT '${hash("2")}', mail_id, change_id, user_id FROM undo_links`,
  ),
  taken(
    "an e-mail that another account replaced recently",
    "users_former_email",
    `UPDATE account_changes SET applied_at = now(); INSERT INTO users (email) VALUES ('Antes@example.com')`,
  ),
  taken(
    "two confirmation links of one person",
    "email_confirmations_user_id_key",
    `INSERT INTO email_confirmations (token_hash, user_id, email, expires_at) VALUES ('${hash("2")}', '${ids.beto}', 'a@b.c', now())`,
  ),
  taken(
    "a second creator profile",
    "creator_profiles_user_id_key",
    `INSERT INTO creator_profiles (user_id, full_name, email, country) VALUES ('${ids.ana}', 'A', 'a@b.c', 'BR')`,
  ),
  taken(
    "one handle for two creators",
    "creator_profiles_handle_key",
    `INSERT INTO creator_profiles (user_id, full_name, email, country) VALUES ('${ids.beto}', 'B', 'a@b.c', 'BR');
     UPDATE creator_profiles SET handle = 'ana'`,
  ),
  ...["creator_profiles", "payouts"].flatMap((table) => [
    ...["bank_code", "bank_branch", "bank_holder_tax_id"].map((column) =>
      taken(
        `a malformed ${column} in ${table}`,
        `${table}_${column}_check`,
        set(table, bankAccount({ [column]: "'1'" })),
      ),
    ),
    taken(`a bank without a branch in ${table}`, `${table}_bank_whole`, set(table, "bank_code = '001'")),
  ]),
  taken("a review of an own video", "reviews_own_check", set("reviews", "author_id = creator_id")),
  taken(
    "a second review of one person",
    "reviews_video_id_author_id_key",
    `INSERT INTO reviews (video_id, creator_id, author_id, rating) VALUES ('${ids.video}', '${ids.ana}', '${ids.beto}', 1)`,
  ),
  ...each("review_reports", "reporter_id", [`'${ids.unknown}'`], "review_reports_reporter_id_fkey"),
  taken(
    "a second report of one person",
    "review_reports_pkey",
    `INSERT INTO review_reports (review_id, reporter_id) VALUES ('${ids.refund}', '${ids.clerk}')`,
  ),

  ...each("question_posts", "second", ["-1", "604801"]).map(ofQuestion),
  ...each("question_posts", "text", ["''", long(2001)]).map(ofQuestion),
  ...each("question_posts", "answer_count", ["-1"]).map(ofQuestion),
  ...each("question_posts", "hidden_by", ["'nobody'"]).map((one) => ({
    ...one,
    sql: `${one.sql}, hidden_at = now() WHERE id = '${ids.refund}'`,
  })),
  ...each("question_posts", "hidden_reason", ["''", long(501)]).map((one) => ({
    ...one,
    sql: `${one.sql}, hidden_at = now(), hidden_by = 'administrator' WHERE id = '${ids.refund}'`,
  })),
  taken(
    "an answer at a second of the video",
    "question_posts_answer_check",
    set("question_posts", `second = 5 WHERE id = '${ids.payout}'`),
  ),
  taken("hidden by nobody", "question_posts_hidden_whole_check", set("question_posts", "hidden_at = now()")),
  taken(
    "hidden by a creator with a reason",
    "question_posts_reason_check",
    set("question_posts", "hidden_at = now(), hidden_by = 'creator', hidden_reason = 'x'"),
  ),
  taken(
    "reported without a date",
    "question_posts_reported_check",
    set("question_posts", "report_count = 1"),
  ),
  ...each("question_posts", "video_id", [`'${ids.unknown}'`], "question_posts_video_id_fkey"),
  ...each("question_posts", "creator_id", [`'${ids.unknown}'`], "question_posts_creator_id_fkey"),
  ...each("question_posts", "author_id", [`'${ids.unknown}'`], "question_posts_author_id_fkey").map(
    ofQuestion,
  ),
  taken(
    "an answer to nothing",
    "question_posts_answers_to_fkey",
    set("question_posts", `answers_to = '${ids.unknown}' WHERE id = '${ids.payout}'`),
  ),
  taken(
    "a question's id twice",
    "question_posts_pkey",
    `INSERT INTO question_posts (id, video_id, creator_id, author_id, text, created_at)
      VALUES ('${ids.refund}', '${ids.video}', '${ids.ana}', '${ids.beto}', 'Outra?', now())`,
  ),
  taken(
    "the same question of one person twice",
    "question_posts_same_idx",
    `INSERT INTO question_posts (video_id, creator_id, author_id, text, created_at)
      VALUES ('${ids.video}', '${ids.ana}', '${ids.beto}', 'Qual?', now())`,
  ),
  ...each("question_reports", "reason", [long(501)]),
  ...each("question_reports", "post_id", [`'${ids.unknown}'`], "question_reports_post_id_fkey"),
  ...each("question_reports", "reporter_id", [`'${ids.unknown}'`], "question_reports_reporter_id_fkey"),
  taken(
    "a second report of one person",
    "question_reports_pkey",
    `INSERT INTO question_reports (post_id, reporter_id, created_at) VALUES ('${ids.refund}', '${ids.clerk}', now())`,
  ),

  ...each("consumer_profiles", "full_name", ["''", long(201)]),
  ...each("consumer_profiles", "user_id", [`'${ids.unknown}'`], "consumer_profiles_user_id_fkey"),
  taken(
    "a second consumer profile",
    "consumer_profiles_user_id_key",
    `INSERT INTO consumer_profiles (user_id, full_name, email) VALUES ('${ids.beto}', 'B', 'a@b.c')`,
  ),
  taken(
    "a consumer profile's id twice",
    "consumer_profiles_pkey",
    `INSERT INTO consumer_profiles (id, user_id, full_name, email) VALUES ('${ids.beto}', '${ids.ana}', 'B', 'a@b.c')`,
  ),

  ...each("videos", "title", ["''", long(201)]),
  ...each("videos", "description", [long(5001)]),
  ...each("videos", "price_cents", ["49", "1", "-50"]),
  ...each("videos", "currency", ["'GBP'"]),
  ...each("videos", "video_type", ["'vimeo'", "''"]),
  taken(
    "a preview without a state",
    "videos_preview_whole",
    set("videos", `preview_kind = 'excerpt' ${ofVideo}`),
  ),
  taken(
    "a trailer at YouTube without its id",
    "videos_preview_youtube",
    set("videos", `preview_kind = 'youtube', preview_status = 'failed' ${ofVideo}`),
  ),
  taken(
    "a preview that is ready and nowhere",
    "videos_preview_ready",
    set("videos", `preview_kind = 'excerpt', preview_status = 'ready' ${ofVideo}`),
  ),
  taken(
    "one preview for two videos",
    "videos_preview_key_key",
    set("videos", "preview_key = 'a/previews/b.mp4'"),
  ),
  taken(
    "one trailer for two videos",
    "videos_preview_source_key",
    set("videos", "preview_source = 'a/t.mp4'"),
  ),
  taken(
    "one file for two videos",
    "videos_video_url_key",
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url) VALUES ('${ids.ana}', 'A', '', 50, 'cloudflare', 'a/b.mp4')`,
  ),
  taken(
    "one replaced file for two videos",
    "videos_replaced_url_key",
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, replaced_url) VALUES ('${ids.ana}', 'A', '', 50, 'cloudflare', 'a/b.mov')`,
  ),
  taken(
    "one streamed video for two",
    "videos_cloudflare_video_id_key",
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, cloudflare_video_id) VALUES ('${ids.ana}', 'A', '', 50, 'cloudflare', 'uid')`,
  ),
  taken("published with nothing to play", "videos_check1", set("videos", `video_url = NULL ${ofVideo}`)),
  taken(
    "published with two things to play",
    "videos_check1",
    set("videos", `cloudflare_video_id = 'b' ${ofVideo}`),
  ),

  taken(
    "in the shop with its file removed",
    "videos_file_removed",
    set("videos", `file_removed_at = now() ${ofVideo}`),
  ),
  ...["-1", "100"].map((percent) =>
    taken(
      `a conversion at ${percent} %`,
      "conversions_percent_check",
      set("conversions", `state = 'running', run_id = gen_random_uuid(), percent = ${percent}`),
    ),
  ),
  taken("a conversion that is far without running", "conversions_check1", set("conversions", "percent = 40")),
  taken(
    "a conversion that failed for no reason",
    "conversions_check2",
    set("conversions", "state = 'failed'"),
  ),
  taken("a share of nothing", "video_streams_percent_state", set("video_streams", "percent = 40")),
  taken("failed without a reason", "video_streams_failure_state", set("video_streams", "state = 'failed'")),
  taken("a reason without a failure", "video_streams_failure_state", set("video_streams", "failure = 'x'")),
  taken("a code without a failure", "video_streams_code_state", set("video_streams", "failure_code = 'x'")),
  taken("an MP4 of what is not ready", "video_streams_mp4_state", set("video_streams", "has_mp4 = true")),
  taken("an MP4 asked for too soon", "video_streams_mp4_state", set("video_streams", "mp4_asked = true")),

  taken(
    "a sale below 50 cents",
    "sales_amount_cents_check",
    set("sales", "amount_cents = 49, platform_fee_cents = 7, creator_earnings_cents = 42"),
  ),
  taken(
    "a fee below zero",
    "sales_platform_fee_cents_check",
    set("sales", "platform_fee_cents = -8, creator_earnings_cents = 58"),
  ),
  taken(
    "earnings below zero",
    "sales_creator_earnings_cents_check",
    set("sales", "platform_fee_cents = 92, creator_earnings_cents = -42"),
  ),
  taken("a split one cent too small", "sales_check", set("sales", "platform_fee_cents = 7")),
  taken(
    "another fee than the share's",
    "sales_split_by_share_check",
    set("sales", "platform_fee_cents = 7, creator_earnings_cents = 43"),
  ),
  ...each("sales", "platform_share_bp", ["-1", "10001"]),
  taken("a split one cent too large", "sales_check", set("sales", "creator_earnings_cents = 43")),
  taken("completed without a time", "sales_check1", set("sales", `completed_at = NULL ${ofSale}`)),
  ...each("sales", "currency", ["'GBP'"]),
  ...each("sales", "status", ["'paid'", "''", "'Completed'"]),
  taken(
    "a second completed sale",
    "sales_one_own_completed_idx",
    sale("status, paid_at, completed_at", "'completed', now(), now()"),
  ),
  taken(
    "a second sale that becomes completed",
    "sales_one_own_completed_idx",
    set("sales", "status = 'completed', paid_at = now(), completed_at = now() WHERE status = 'pending'"),
  ),
  taken("a second pending sale", "sales_one_pending_idx", sale("status", "'pending'")),
  taken(
    "a checkout twice",
    "sales_provider_checkout_id_key",
    sale("status, provider_checkout_id", "'failed', 'cs_1'"),
  ),
  taken(
    "a payment twice",
    "sales_provider_payment_id_key",
    sale("status, provider_payment_id", "'failed', 'pi_1'"),
  ),

  taken("completed without a payment", "sales_paid_check", set("sales", `paid_at = NULL ${ofSale}`)),
  taken("paid and still pending", "sales_unpaid_check", set("sales", `status = 'pending' ${ofSale}`)),
  taken("paid twice and watched", "sales_duplicate_check", set("sales", `duplicate = true ${ofSale}`)),
  ...each("sales", "payment_method", ["'cash'", "''"]),
  ...each("sales", "provider_fee_cents", ["-1"]),
  taken(
    "a charge twice",
    "sales_provider_charge_id_key",
    sale("status, provider_charge_id", "'failed', 'ch_1'"),
  ),

  ...each("refunds", "amount_cents", ["0", "-1"]),
  ...each("refunds", "status", ["'open'", "''"]),
  ...each("refunds", "channel", ["'bank'"]),
  ...each("refunds", "reason", ["'mood'"]),
  ...each("refunds", "requested_locale", ["'pt-BR'", "''"]),
  ...each("refunds", "note", ["''", long(501)]),
  ...each("refunds", "failure", ["'lost_card'", "''"]),
  ...each("refunds", "provider_message", [long(501)]),
  ...["''", long(201)].map((key) =>
    taken(
      `refunds.pix_key = ${key}`,
      "refunds_pix_key_check",
      set(
        "refunds",
        `channel = 'outside', status = 'requested', provider_refund_id = NULL, pix_key = ${key}`,
      ),
    ),
  ),
  taken("sent, and where to still kept", "refunds_pix_key_by_hand", set("refunds", "pix_key = 'a@b.c'")),
  ...each("refunds", "no_key_reason", ["''", long(201)]),
  ...["''", long(501)].map((reason) =>
    taken(
      `refunds.return_reason = ${reason}`,
      "refunds_return_reason_check",
      set("refunds", `${returnedRefund}, return_reason = ${reason}, returned_by = '${ids.clerk}'`),
    ),
  ),
  ...[
    returnedRefund,
    "status = 'returned'",
    "return_reason = 'x'",
    `returned_at = now(), returned_by = '${ids.clerk}'`,
    `status = 'returned', returned_at = now(), returned_by = '${ids.clerk}'`,
  ].map((change) => taken(`refunds: ${change}`, "refunds_returned_check", set("refunds", change))),
  taken(
    "sent with neither a key nor a reason",
    "refunds_sent_with_key_check",
    set("refunds", "channel = 'outside', status = 'succeeded', provider_refund_id = NULL"),
  ),
  taken("by hand, with the provider's name", "refunds_check", set("refunds", "channel = 'outside'")),
  taken(
    "a provider's refund twice",
    "refunds_provider_refund_id_key",
    `INSERT INTO refunds (sale_id, provider_refund_id, amount_cents, status, channel, reason) VALUES ('${ids.booked}', 're_1', 1, 'pending', 'provider', 'admin')`,
  ),

  ...each("disputes", "amount_cents", ["0"]),
  ...each("disputes", "status", ["'won'"]),
  ...each("disputes", "reason", ["'fraudulent'", "''"]),
  ...each("disputes", "sale_id", [`'${ids.unknown}'`], "disputes_sale_id_fkey"),
  taken(
    "a dispute twice",
    "disputes_pkey",
    `INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at) VALUES ('dp_1', '${ids.booked}', 1, 'open', 'general', now())`,
  ),

  taken(
    "an answer to no dispute",
    "dispute_answers_dispute_id_fkey",
    disputeAnswer({ dispute_id: "'dp_9'" }),
  ),
  taken("a second answer to a dispute", "dispute_answers_pkey", `${disputeAnswer()}; ${disputeAnswer()}`),
  taken("files that are a list", "dispute_answers_files_check", disputeAnswer({ files: "'[]'" })),
  taken("texts that are a list", "dispute_answers_texts_check", disputeAnswer({ texts: "'[]'" })),
  taken(
    "an answer of nobody",
    "dispute_answers_staged_by_fkey",
    disputeAnswer({ staged_by: `'${ids.unknown}'` }),
  ),
  taken(
    "an answer submitted by nobody",
    "dispute_answers_submitted_by_fkey",
    disputeAnswer({ submitted_by: `'${ids.unknown}'`, submitted_at: "now()" }),
  ),
  taken(
    "a dispute accepted by nobody",
    "dispute_answers_accepted_by_fkey",
    disputeAnswer({ accepted_by: `'${ids.unknown}'`, accepted_at: "now()" }),
  ),
  taken(
    "an answer submitted without a person",
    "dispute_answers_submitted_check",
    disputeAnswer({ submitted_at: "now()" }),
  ),
  taken(
    "a dispute accepted without a person",
    "dispute_answers_accepted_check",
    disputeAnswer({ accepted_at: "now()" }),
  ),
  taken(
    "an answer both submitted and accepted",
    "dispute_answers_one_end_check",
    disputeAnswer({
      submitted_by: `'${ids.ana}'`,
      submitted_at: "now()",
      accepted_by: `'${ids.ana}'`,
      accepted_at: "now()",
    }),
  ),
  taken(
    "a purchase number twice",
    "sales_purchase_number_key",
    `UPDATE sales SET purchase_number = (SELECT purchase_number FROM sales ${ofSale})`,
  ),
  taken("a second payout schedule", "payout_schedule_pkey", "INSERT INTO payout_schedule DEFAULT VALUES"),
  taken(
    "another row of the payout schedule",
    "payout_schedule_single_row_check",
    "INSERT INTO payout_schedule (single_row) VALUES (false)",
  ),
  ...each("payout_schedule", "weekdays", ["'{0}'", "'{8}'", "'{1,2,3,4,5,6,7,1}'"]),
  ...each("payout_drafts", "payouts", ["0"]),
  ...each("payout_drafts", "amount_cents", ["0"]),
  ...each("payout_details_changes", "replaced", ["'[]'"]),
  ...each("payout_details_changes", "chosen", ["'[]'"]),
  taken(
    "payout details in force before they were changed",
    "payout_details_changes_held_check",
    set("payout_details_changes", "effective_at = changed_at - interval '1 second'"),
  ),
  taken(
    "a change of payout details cancelled when it was in force",
    "payout_details_changes_cancelled_check",
    set("payout_details_changes", "cancelled_at = effective_at + interval '1 second'"),
  ),
  ...each("payouts", "amount_cents", ["0", "-1"]),
  taken("a payout in another state", "payouts_status_check", set("payouts", `status = 'sent', ${decided}`)),
  ...each("payouts", "payee_name", ["''", long(201)]),
  ...each("payouts", "payment_method", ["'stripe'"]),
  ...each("payouts", "bank_reference", ["''", long(101)]),
  taken(
    "failed without a word",
    "payouts_failure_check",
    set("payouts", `status = 'failed', failure = '', ${decided}`),
  ),
  taken(
    "failed with too many words",
    "payouts_failure_check",
    set("payouts", `status = 'failed', failure = ${long(501)}, ${decided}`),
  ),
  ...each("payouts", "return_reason", ["''", long(501)]),
  taken(
    "returned without a reason",
    "payouts_returned_check",
    set("payouts", `status = 'returned', bank_reference = 'E1', ${decided}, returned_at = now()`),
  ),
  taken("a reference before it is paid", "payouts_check", set("payouts", "bank_reference = 'E1'")),
  taken("a failure of what did not fail", "payouts_check1", set("payouts", "failure = 'x'")),
  taken(
    "decided and still prepared",
    "payouts_check2",
    set("payouts", `decided_at = now(), decided_by = '${ids.clerk}'`),
  ),
  taken(
    "decided by nobody",
    "payouts_check3",
    set("payouts", "status = 'failed', failure = 'x', decided_at = now()"),
  ),
  taken(
    "two payouts of one creator under way",
    "payouts_one_prepared_idx",
    `INSERT INTO payouts (batch_id, creator_id, amount_cents, status, payee_name, payment_method, created_at) VALUES ('${ids.batch}', '${ids.payee}', 1, 'prepared', 'A', 'pix', now())`,
  ),

  ...(
    [
      ["actor_email", ["''", long(255)]],
      ["action", ["''", "'Suspended'", "'a b'", long(41)]],
      ["target_kind", ["''", "'a-b'"]],
      ["target_id", ["''", long(201)]],
      ["target_label", ["''", long(501)]],
      ["address", ["''", long(101)]],
      ["browser", ["''", long(101)]],
      ["reason", ["''", long(501)]],
      ["before", ["'[]'", "'1'"]],
      ["after", ["'[]'", "'null'"]],
    ] as const
  ).flatMap(([column, values]) =>
    values.map((value) =>
      taken(
        `audit_entries.${column} = ${value}`,
        `audit_entries_${column}_check`,
        entry({ [column]: value }),
      ),
    ),
  ),
  ...(
    [
      ["a topic twice", "topics_pkey", "'musica', 'making', 99, '{\"pt\": \"A\"}'"],
      ["a topic whose slug is not one", "topics_slug_check", "'Música', 'making', 99, '{\"pt\": \"A\"}'"],
      ["a topic without a Portuguese name", "topics_names_check", "'a', 'making', 99, '{}'"],
      ["a topic of another family", "topics_family_check", "'a', 'garden', 99, '{\"pt\": \"A\"}'"],
      ["two topics in one place", "topics_position_key", "'a', 'making', 1, '{\"pt\": \"A\"}'"],
    ] as const
  ).map(([what, refusedBy, values]) => taken(what, refusedBy, `INSERT INTO topics VALUES (${values})`)),
  taken("an audit entry changed", "audit_append_only", "UPDATE audit_entries SET reason = 'x'"),
  taken("an audit entry deleted", "audit_append_only", "DELETE FROM audit_entries"),
  taken("the audit trail emptied", "audit_append_only", "TRUNCATE audit_entries"),
  taken(
    "an audit entry changed beyond its names",
    "audit_append_only",
    "SET LOCAL audit.change = 'UPDATE'; UPDATE audit_entries SET action = 'other'",
  ),
  taken(
    "an audit entry deleted before its time",
    "audit_append_only",
    "SET LOCAL audit.change = 'DELETE'; DELETE FROM audit_entries",
  ),
  ...(
    [
      ["an erasure twice", "account_erasures_pkey", {}],
      ["an erasure of nobody", "account_erasures_user_id_fkey", { user_id: `'${ids.unknown}'` }],
      ["an erasure due at once", "account_erasures_due_check", { due_at: "requested_at" }],
      ["an erasure begun early", "account_erasures_begun_check", { begun_at: "due_at - interval '1 day'" }],
      ["an erasure finished before it began", "account_erasures_finished_check", { finished_at: "due_at" }],
      ["an erasure in no language", "account_erasures_locale_check", { locale: "'Portuguese'" }],
    ] as const
  ).map(([what, refusedBy, changes]) =>
    taken(
      what,
      refusedBy,
      what === "an erasure twice"
        ? "INSERT INTO account_erasures SELECT * FROM account_erasures"
        : `UPDATE account_erasures SET ${Object.entries(changes)
            .map(([column, value]) => `${column} = ${value}`)
            .join()}`,
    ),
  ),
  ...(
    [
      ["data_exports_pkey", `'${ids.sale}', '${ids.ana}', 'pt', 'b.json', now(), NULL, NULL`],
      ["data_exports_user_id_key", `'${ids.ana}', '${ids.beto}', 'pt', 'b.json', now(), NULL, NULL`],
      ["data_exports_user_id_fkey", `'${ids.ana}', '${ids.unknown}', 'pt', 'b.json', now(), NULL, NULL`],
      ["data_exports_storage_key_key", `'${ids.ana}', '${ids.ana}', 'pt', 'a.json', now(), NULL, NULL`],
      ["data_exports_locale_check", `'${ids.ana}', '${ids.ana}', '', 'b.json', now(), NULL, NULL`],
      ["data_exports_bytes_check", `'${ids.ana}', '${ids.ana}', 'pt', 'b.json', now(), now(), 0`],
      ["data_exports_ready_check", `'${ids.ana}', '${ids.ana}', 'pt', 'b.json', now(), now(), NULL`],
    ] as const
  ).map(([refusedBy, values]) =>
    taken(
      `a download against ${refusedBy}`,
      refusedBy,
      `INSERT INTO data_exports (id, user_id, locale, storage_key, requested_at, ready_at, bytes) VALUES (${values})`,
    ),
  ),

  taken("an entry changed", "ledger_append_only", "UPDATE ledger_entries SET reason = 'fee'"),
  taken("an entry deleted", "ledger_append_only", "DELETE FROM ledger_entries WHERE false"),
  taken("a line changed", "ledger_append_only", "UPDATE ledger_lines SET amount_cents = 1"),
  taken("a line deleted", "ledger_append_only", "DELETE FROM ledger_lines"),
  taken("the ledger emptied", "ledger_append_only", "TRUNCATE ledger_lines, ledger_entries"),
  taken(
    "an entry that does not sum to zero",
    "ledger_zero_sum",
    `${ledgerEntry("sale_id", ids.booked)}; ${ledgerLine("'bank', 'BRL', 1, NULL")}; SET CONSTRAINTS ALL IMMEDIATE`,
  ),
  taken(
    "an entry of two currencies that sums to zero",
    "ledger_zero_sum",
    `ALTER TABLE ledger_lines DISABLE TRIGGER ledger_line_subject; ${ledgerEntry("sale_id", ids.booked)};
     ${ledgerLine("'bank', 'BRL', 1, NULL")}; ${ledgerLine("'bank', 'USD', -1, NULL", newest)};
     SET CONSTRAINTS ALL IMMEDIATE`,
  ),
  taken(
    "an entry about nothing",
    "ledger_entries_check",
    "INSERT INTO ledger_entries (reason, created_at) VALUES ('fee', now())",
  ),
  taken(
    "an entry for another reason",
    "ledger_entries_reason_check",
    `INSERT INTO ledger_entries (reason, sale_id, created_at) VALUES ('gift', '${ids.booked}', now())`,
  ),
  taken(
    "an entry for a reason of something else",
    "ledger_entries_subject_check",
    `INSERT INTO ledger_entries (reason, sale_id, created_at) VALUES ('payout', '${ids.booked}', now())`,
  ),
  taken(
    "a line of another creator than the sale's",
    "ledger_line_creator",
    ledgerLine("'bank', 'BRL', 1, NULL", undefined, ids.owner),
  ),
  taken(
    "a line of another currency than the sale's",
    "ledger_line_entry",
    ledgerLine("'bank', 'USD', 1, NULL"),
  ),
  taken(
    "a line of another date than its entry's",
    "ledger_line_entry",
    ledgerLine("'bank', 'BRL', 1, NULL").replace("0, now())", "0, now() - interval '1 day')"),
  ),
  taken(
    "another creator of a video",
    "videos_creator_frozen",
    `UPDATE videos SET creator_id = '${ids.beto}' ${ofVideo}`,
  ),
  taken(
    "a movement of a category of the provider's",
    "provider_movements_category_check",
    `${movement("txn_1")}; UPDATE provider_movements SET category = 'other_adjustment'`,
  ),
  taken("an adjustment changed", "ledger_append_only", "UPDATE ledger_adjustments SET reason = 'x'"),
  taken("an adjustment of another kind", "ledger_adjustments_kind_check", adjustment({ kind: "'gift'" })),
  taken(
    "an adjustment of nothing",
    "ledger_adjustments_amount_cents_check",
    adjustment({ amount_cents: "0" }),
  ),
  taken("an adjustment without a reason", "ledger_adjustments_reason_check", adjustment({ reason: "''" })),
  taken(
    "a creator's line of no creator",
    "ledger_lines_creator_check",
    `${movement("txn_1")}; ${ledgerEntry("movement_id", "txn_1")};
     ${ledgerLine("'creator_held', 'BRL', 1, NULL", newest).replace(`'${ids.payee}'`, "NULL")}`,
  ),
  taken("a line added to an old entry", "ledger_entry_closed", ledgerLine("'bank', 'BRL', 1, NULL", "0")),
  taken("a line of another account", "ledger_lines_account_check", ledgerLine("'cash', 'BRL', 1, NULL")),
  taken("a line of another currency", "ledger_lines_currency_check", ledgerLine("'bank', 'GBP', 1, NULL")),
  taken("a line of nothing", "ledger_lines_amount_cents_check", ledgerLine("'bank', 'BRL', 0, NULL")),
  taken("owed without a day", "ledger_lines_check", ledgerLine("'creator', 'BRL', 1, NULL")),
  taken("a day on what is not owed", "ledger_lines_check", ledgerLine("'bank', 'BRL', 1, now()")),

  ...each("reconciliations", "checked", ["-1"]),
  ...each("reconciliations", "repaired", ["-1"]),
  ...each("reconciliation_differences", "what", ["'a-b'", "''"]),
  ...each("reconciliation_differences", "subject", ["''", long(301)]),
  ...each("reconciliation_differences", "reason", ["''", long(501)]),

  ...each("payment_events", "attempts", ["-1"]),
  ...each("payment_events", "sale_id", [`'${ids.unknown}'`], "payment_events_sale_id_fkey"),
  taken(
    "two files of a video in one place",
    "video_attachments_video_id_position_key",
    `INSERT INTO video_attachments (video_id, position, name, kind, bytes, storage_key, created_at)
      VALUES ('${ids.arriving}', 1, 'Outros', 'pdf', 1, 'a/2.pdf', now())`,
  ),
  taken(
    "two files in one object",
    "video_attachments_storage_key_key",
    `INSERT INTO video_attachments (video_id, position, name, kind, bytes, storage_key, created_at)
      VALUES ('${ids.arriving}', 2, 'Outros', 'pdf', 1, 'a/1.pdf', now())`,
  ),
  ...each("video_attachments", "position", ["0", "11"]),
  ...each("video_attachments", "bytes", ["0", "52428801"]),
  ...each("video_attachments", "kind", ["'exe'"]),
  ...each("saved_videos", "price_cents", ["-1"]),
  ...["list_price_cents = '0'", "percent = NULL, code = NULL", "percent = NULL, list_price_cents = '0'"].map(
    (what) =>
      taken(
        `a free access without a coupon: ${what}`,
        "free_accesses_reason_check",
        freeAccess({
          coupon_id: "NULL",
          ...Object.fromEntries(what.split(", ").map((pair) => pair.split(" = "))),
        }),
      ),
  ),
  taken("a free access whose coupon has no code", "free_accesses_reason_check", freeAccess({ code: "NULL" })),
  taken(
    "a free access both by a coupon and by lessons",
    "free_accesses_reason_check",
    freeAccess({ credit_cents: "60" }),
  ),
  taken(
    "a course that its lessons have not paid for",
    "free_accesses_reason_check",
    freeAccess({ coupon_id: "NULL", code: "NULL", percent: "NULL", credit_cents: "10" }),
  ),
  ...each("video_drafts", "fields", ["'[]'", `jsonb_build_object('title', repeat('x', 41000))`]),
  ...each("video_drafts", "revision", ["-1"]),
  ...each("video_drafts", "thumbnail_url", ["''", "repeat('x', 501)"]),
  ...each("video_drafts", "trailer_seconds", ["0, trailer_key = 'a/1.mp4', trailer_name = 'a'"]),
  ...each("video_drafts", "trailer_key", ["'a/1.mp4'"], "video_drafts_trailer_check"),
  taken(
    "one file of two drafts",
    "video_drafts_video_id_key",
    `UPDATE video_drafts SET video_id = '${ids.arriving}'; INSERT INTO video_drafts (id, creator_id, fields, revision, video_id, created_at, saved_at)
      VALUES ('${ids.unknown}', '${ids.beto}', '{}', 0, '${ids.arriving}', now(), now())`,
  ),
  taken(
    "a course that is sold only in courses",
    "videos_sold_alone_check",
    `INSERT INTO videos (creator_id, title, description, price_cents, video_type, lesson_count, sold_alone)
      VALUES ('${ids.ana}', 'Curso', '', 50, 'course', 0, false)`,
  ),
  taken(
    "a video that gives certificates and is no course",
    "videos_certifies_check",
    `UPDATE videos SET certifies = true WHERE id = '${ids.video}'`,
  ),
  ...["0123456789A", "0123456789AU", "0123456789ab"].map((code) =>
    taken(`a certificate's code ${code}`, "certificates_code_check", certificate({ code: `'${code}'` })),
  ),
  taken("a certificate without a name", "certificates_name_check", certificate({ name: "''" })),
  taken("a certificate's length below 0", "certificates_seconds_check", certificate({ seconds: "-1" })),
  taken(
    "a certificate before the course was completed",
    "certificates_finished_check",
    certificate({ finished_at: "now() + interval '1 day'" }),
  ),
  taken("one code twice", "certificates_pkey", certificate({ code: "'0123456789AB'" })),
  taken(
    "two certificates of one person and course",
    "certificates_person_course_key",
    certificate({ user_id: `'${ids.beto}'`, course_id: `'${ids.arriving}'` }),
  ),
  taken("a certificate of nobody", "certificates_user_id_fkey", certificate({ user_id: `'${ids.unknown}'` })),
  taken(
    "a certificate of no course",
    "certificates_course_id_fkey",
    certificate({ course_id: `'${ids.unknown}'` }),
  ),
  taken(
    "a certificate's new title",
    "certificates_frozen",
    "UPDATE certificates SET course_title = 'Outro', corrected_at = now()",
  ),
  taken(
    "a name that is changed without a trace",
    "certificates_corrected",
    "UPDATE certificates SET name = 'Outro'",
  ),
  taken(
    "a name that is corrected twice",
    "certificates_corrected",
    "UPDATE certificates SET name = 'A', corrected_at = now(); UPDATE certificates SET name = 'B', corrected_at = now()",
  ),
  taken(
    "an event without a body and a payload",
    "payment_events_content_check",
    "INSERT INTO payment_events (id, provider_type) VALUES ('evt_2', 'x')",
  ),
  taken(
    "an event twice",
    "payment_events_pkey",
    "INSERT INTO payment_events (id, provider_type, payload) VALUES ('evt_1', 'y', '{}')",
  ),
  ...each("watch_positions", "seconds", ["-1", "604801"]),
  ...each("watch_positions", "watched", [
    "'{[-1,5)}'",
    "'{[604800,604802)}'",
    "'{[5,)}'",
    "(SELECT range_agg(int4range(n * 2, n * 2 + 1)) FROM generate_series(0, 500) n)",
  ]),
  ...each("watch_positions", "user_id", [`'${ids.unknown}'`], "watch_positions_user_id_fkey"),
  ...each("watch_positions", "video_id", [`'${ids.unknown}'`], "watch_positions_video_id_fkey"),
  taken(
    "two positions of one person in one video",
    "watch_positions_pkey",
    `INSERT INTO watch_positions (user_id, video_id, seconds) VALUES ('${ids.beto}', '${ids.video}', 5)`,
  ),
  ...each("video_accesses", "place", ["''", `'${"a".repeat(17)}'`]),
  ...each("video_accesses", "address", ["''", `'${"a".repeat(65)}'`]),
  ...each("video_accesses", "device", ["''", `'${"a".repeat(101)}'`]),
  ...each("video_accesses", "user_id", [`'${ids.unknown}'`], "video_accesses_user_id_fkey"),
  ...each("video_accesses", "video_id", [`'${ids.unknown}'`], "video_accesses_video_id_fkey"),
  ...each("video_accesses", "last_at", ["now() - interval '1 day'"], "video_accesses_last_check"),
  ...each("video_views", "number", ["0", "-1"]),
  ...each("video_views", "video_id", [`'${ids.unknown}'`], "video_views_video_id_fkey"),
  taken(
    "two counts of one video's views",
    "video_views_pkey",
    `INSERT INTO video_views (video_id, number) VALUES ('${ids.arriving}', 1)`,
  ),
  ...each("video_visits", "views", ["-1"]),
  ...each("video_visits", "previews", ["-1"]),
  ...each("video_visits", "source", ["''", long(81)]),
  ...each("video_visits", "video_id", [`'${ids.unknown}'`], "video_visits_video_id_fkey"),
  taken(
    "two sums of one video, day and source",
    "video_visits_pkey",
    `INSERT INTO video_visits (video_id, day, source, views, previews)
      VALUES ('${ids.arriving}', '2026-11-25', 'qr', 1, 0)`,
  ),
  ...each("sale_sources", "source", ["''", long(81)]),
  ...each("sale_sources", "sale_id", [`'${ids.unknown}'`], "sale_sources_sale_id_fkey"),
  taken(
    "two sources of one sale",
    "sale_sources_pkey",
    `INSERT INTO sale_sources (sale_id, source) VALUES ('${ids.sale}', 'x')`,
  ),
  ...each("access_grants", "reason", ["''", "'Sale'", "'refund'"]),
  ...each("access_grants", "revoke_reason", ["''", "'completed'"]),
  taken(
    "two grants of one sale",
    "access_grants_sale_key",
    accessGrant({ reason: "'sale'", sale_id: `'${ids.sale}'` }),
  ),
  taken(
    "two grants for one thing given",
    "access_grants_source_key",
    `${accessGrant({ source_id: `'${ids.unknown}'` })};
      ${accessGrant({ user_id: `'${ids.ana}'`, source_id: `'${ids.unknown}'` })}`,
  ),
  taken(
    "one product free twice for one person",
    "free_accesses_person_product_key",
    `${freeAccess()}; ${freeAccess()}`,
  ),
  taken(
    "a gift of an ordinary sale",
    "gifts_guard",
    `INSERT INTO gifts (sale_id, locale) VALUES ('${ids.sale}', 'pt')`,
  ),
  taken(
    "a taken gift for another person",
    "gifts_guard",
    `${gift({ taken_by: `'${ids.owner}'`, taken_at: "now()" })}; ALTER TABLE gifts ENABLE TRIGGER USER;
      UPDATE gifts SET taken_by = '${ids.ana}'`,
  ),
  taken(
    "a gift that its buyer takes",
    "gifts_guard",
    `${gift()}; ALTER TABLE gifts ENABLE TRIGGER USER; UPDATE gifts SET taken_by = '${ids.beto}', taken_at = now()`,
  ),
  taken(
    "an ended link of a gift",
    "gifts_guard",
    `${gift({ link_version: "1" })}; ALTER TABLE gifts ENABLE TRIGGER USER; UPDATE gifts SET link_version = 0`,
  ),
  taken(
    "two invitations of one address",
    "guest_invitations_email_idx",
    `${guest()}; ${guest({ email: "'A@B.C'" })}`,
  ),
  taken(
    "two invitations of one person",
    "guest_invitations_person_idx",
    `${takenGuest(`'${ids.owner}'`)}; ${takenGuest(`'${ids.owner}'`, { email: "'d@e.f'" })}`,
  ),
  taken(
    "a guest beyond the limit",
    "guest_invitations_limit",
    `INSERT INTO guest_invitations (product_id, email, created_at)
      SELECT '${ids.other}', n || '@example.com', now() FROM generate_series(1, 51) AS n`,
  ),
  taken(
    "a taken invitation for another person",
    "guest_invitations_guard",
    `${takenGuest(`'${ids.owner}'`)}; ALTER TABLE guest_invitations ENABLE TRIGGER USER;
      UPDATE guest_invitations SET taken_by = '${ids.beto}'`,
  ),
  taken(
    "a revoked invitation open again",
    "guest_invitations_guard",
    `${guest()}; UPDATE guest_invitations SET revoked_at = now(); UPDATE guest_invitations SET revoked_at = NULL`,
  ),
  taken("a free access that is not free", "free_accesses_free_check", freeAccess({ percent: "10" })),
  taken("a grant by a sale that is not named", "access_grants_sale_check", accessGrant({ reason: "'sale'" })),
  taken(
    "a grant revoked without a reason",
    "access_grants_revoked_check",
    accessGrant({ revoked_at: "now()" }),
  ),
  taken(
    "two active grants of one person and product",
    "access_grants_one_active_idx",
    accessGrant({ user_id: `'${ids.beto}'`, product_id: `'${ids.video}'` }),
  ),
  taken(
    "two ladders of one video",
    "video_ladders_pkey",
    `INSERT INTO video_ladders (video_id, source_key, state, updated_at) VALUES ('${ids.arriving}', 'a', 'ready', now())`,
  ),
  taken(
    "a ladder that failed for no reason",
    "video_ladders_reason_state",
    set("video_ladders", "state = 'failed'"),
  ),
  taken("a rung with some of its facts", "video_rungs_whole", set("video_rungs", "codecs = NULL")),
  taken(
    "two rungs of one size",
    "video_rungs_pkey",
    `INSERT INTO video_rungs (video_id, short_side, storage_key) VALUES ('${ids.arriving}', 360, 'a/2.mp4')`,
  ),
  taken(
    "two rungs with one file",
    "video_rungs_storage_key_key",
    `INSERT INTO video_rungs (video_id, short_side, storage_key) VALUES ('${ids.arriving}', 720, 'a/1-360p.mp4')`,
  ),
  taken("a rate limit's key twice", "rate_limits_pkey", "INSERT INTO rate_limits (key) VALUES ('a')"),
  ...each("coupons", "code", ["'AB'", "'dez'", "'-AB'", "'A B'", "repeat('A', 31)"]),
  ...each("coupons", "percent", ["0", "101"]),
  ...each("coupons", "percent", ["16"], "coupons_platform_percent_check"),
  ...each("coupons", "percent", ["NULL"], "coupons_discount_check"),
  ...each("coupons", "amount_cents", ["1"], "coupons_discount_check"),
  taken(
    "a discount of nothing",
    "coupons_amount_cents_check",
    "UPDATE coupons SET percent = NULL, amount_cents = 0",
  ),
  ...each("coupons", "video_ids", ["array_fill(gen_random_uuid(), ARRAY[201])"]),
  ...each("coupons", "max_uses", ["0"]),
  ...each("coupons", "per_person", ["0"]),
  ...each("coupons", "used", ["-1"]),
  ...each("coupons", "ends_at", ["starts_at"], "coupons_span_check"),
  ...each("coupons", "creator_id", [`'${ids.unknown}'`], "coupons_creator_id_fkey"),
  taken(
    "a code of one owner twice",
    "coupons_code_idx",
    "INSERT INTO coupons (code, percent) VALUES ('DEZ', 5)",
  ),
  taken(
    "a coupon's id twice",
    "coupons_pkey",
    `INSERT INTO coupons (id, code, percent) VALUES ('${ids.batch}', 'CINCO', 5)`,
  ),
  taken("a second coupon of a sale", "sale_coupons_pkey", saleCoupon()),
  taken(
    "a list price of nothing",
    "sale_coupons_list_price_cents_check",
    saleCoupon({ list_price_cents: "0" }),
  ),
  taken("a coupon of no sale", "sale_coupons_sale_id_fkey", saleCoupon({ sale_id: `'${ids.unknown}'` })),
  taken(
    "a sale with no coupon's id",
    "sale_coupons_coupon_id_fkey",
    `DELETE FROM sale_coupons; ${saleCoupon({ coupon_id: `'${ids.unknown}'` })}`,
  ),
  taken("another coupon of a sale", "sale_coupons_frozen", set("sale_coupons", "list_price_cents = 70")),
];

export interface DeleteCase {
  what: string;
  sql: string;
  /** The foreign key that refuses it; or, where the deletion cascades, a query that counts the remaining rows. */
  refusedBy?: string;
  takesAlong?: string;
}

/**
 * Deletes the sales of the base rows. The ledger refuses that, so its triggers are disabled within the case's
 * transaction.
 */
const noLedger = `ALTER TABLE ledger_entries DISABLE TRIGGER USER; ALTER TABLE ledger_lines DISABLE TRIGGER USER;
  DELETE FROM ledger_lines; DELETE FROM ledger_entries`;
/** The base rows' payee without a video. */
const noVideo = `ALTER TABLE videos DISABLE TRIGGER USER; UPDATE videos SET creator_id = '${ids.ana}'`;
const noAdjustments = "ALTER TABLE ledger_adjustments DISABLE TRIGGER USER; DELETE FROM ledger_adjustments";
const noSales = `${noLedger}; DELETE FROM reviews; DELETE FROM refunds; DELETE FROM disputes; DELETE FROM sales`;

/** The declared ON DELETE of every foreign key. */
export const deleteCases: DeleteCase[] = [
  {
    what: "a coupon of a sale stays",
    sql: "DELETE FROM coupons",
    refusedBy: "sale_coupons_coupon_id_fkey",
  },
  {
    what: "a person with a coupon stays",
    sql: `${newUser}; UPDATE coupons SET creator_id = '${ids.second}'; ${noNewUser}`,
    refusedBy: "coupons_creator_id_fkey",
  },
  {
    what: "a sale takes its coupon and its source along",
    sql: noSales,
    takesAlong: "SELECT (SELECT count(*) FROM sale_coupons) + (SELECT count(*) FROM sale_sources) AS count",
  },
  {
    what: "a person takes role, sessions and recovery link along",
    sql: `${noSales}; ${noAdjustments}; DELETE FROM consumer_profiles; DELETE FROM users WHERE id = '${ids.beto}'`,
    takesAlong: `SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM password_resets)
      + (SELECT count(*) FROM second_factors) + (SELECT count(*) FROM recovery_codes)
      + (SELECT count(*) FROM second_factor_removals)
      + (SELECT count(*) FROM unfinished_sign_ins) + (SELECT count(*) FROM passkeys)
      + (SELECT count(*) FROM passkey_challenges) + (SELECT count(*) FROM account_changes)
      + (SELECT count(*) FROM undo_links)
      + (SELECT count(*) FROM email_confirmations) + (SELECT count(*) FROM publications WHERE creator_id = '${ids.beto}')
      + (SELECT count(*) FROM video_drafts)
      + (SELECT count(*) FROM watch_positions WHERE user_id = '${ids.beto}') + (SELECT count(*) FROM account_erasures)
      + (SELECT count(*) FROM data_exports) AS count`,
  },
  {
    what: "an administrator takes the role along",
    sql: `${noSales}; DELETE FROM videos; DELETE FROM creator_profiles; DELETE FROM users WHERE id = '${ids.ana}'`,
    takesAlong:
      "SELECT (SELECT count(*) FROM user_roles) + (SELECT count(*) FROM payout_details_changes) AS count",
  },
  {
    what: "a video takes what had come of its file, its captions, the files with it, who saved it, its ladder, how far and how often it was watched and visited and how far it is converted along",
    sql: `DELETE FROM videos WHERE id = '${ids.arriving}'`,
    takesAlong: `SELECT (SELECT count(*) FROM resumable_uploads) + (SELECT count(*) FROM conversions)
      + (SELECT count(*) FROM video_streams)
      + (SELECT count(*) FROM video_captions) + (SELECT count(*) FROM caption_orders) + (SELECT count(*) FROM video_attachments) + (SELECT count(*) FROM saved_videos) + (SELECT count(*) FROM certificates) + (SELECT count(*) FROM video_ladders) + (SELECT count(*) FROM video_rungs)
      + (SELECT count(*) FROM video_views WHERE video_id = '${ids.arriving}')
      + (SELECT count(*) FROM video_visits WHERE video_id = '${ids.arriving}')
      + (SELECT count(*) FROM watch_positions WHERE video_id = '${ids.arriving}') AS count`,
  },
  {
    what: "a sale takes its grant along",
    sql: noSales,
    takesAlong: "SELECT count(*) FROM access_grants",
  },
  {
    what: "a person who took a gift stays",
    sql: `${newUser}; ${gift({ taken_by: `'${ids.second}'`, taken_at: "now()" })}; ${noNewUser}`,
    refusedBy: "gifts_taken_by_fkey",
  },
  {
    what: "a sale with its gift stays",
    sql: `${gift()}; ${noSales}`,
    refusedBy: "gifts_sale_id_fkey",
  },
  {
    what: "a person who is a guest stays",
    sql: `${newUser}; ${takenGuest(`'${ids.second}'`)}; ${noNewUser}`,
    refusedBy: "guest_invitations_taken_by_fkey",
  },
  {
    what: "a video with an invitation stays",
    sql: `${guest()}; DELETE FROM videos WHERE id = '${ids.other}'`,
    refusedBy: "guest_invitations_product_id_fkey",
  },
  {
    what: "a coupon by which somebody has access stays",
    sql: `INSERT INTO coupons (id, code, percent) VALUES ('${ids.unknown}', 'CINCO', 5);
      ${freeAccess({ coupon_id: `'${ids.unknown}'` })}; DELETE FROM coupons WHERE id = '${ids.unknown}'`,
    refusedBy: "free_accesses_coupon_id_fkey",
  },
  {
    what: "a sale that paid for a course stays",
    sql: `${freeAccess()}; INSERT INTO free_access_credits SELECT id, '${ids.sale}', 60 FROM free_accesses;
      DELETE FROM sales WHERE id = '${ids.sale}'`,
    refusedBy: "free_access_credits_sale_id_fkey",
  },
  {
    what: "free access by lessons stays",
    sql: `${freeAccess()}; INSERT INTO free_access_credits SELECT id, '${ids.sale}', 60 FROM free_accesses;
      DELETE FROM free_accesses`,
    refusedBy: "free_access_credits_access_id_fkey",
  },
  {
    what: "a person with free access stays",
    sql: `${newUser}; ${freeAccess({ user_id: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "free_accesses_user_id_fkey",
  },
  {
    what: "a video that somebody has for nothing stays",
    sql: `${freeAccess()}; DELETE FROM videos WHERE id = '${ids.other}'`,
    refusedBy: "free_accesses_product_id_fkey",
  },
  {
    what: "a person with access stays",
    sql: `${newUser}; ${accessGrant({ user_id: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "access_grants_user_id_fkey",
  },
  {
    what: "a video to which somebody has access stays",
    sql: `${accessGrant({})}; DELETE FROM videos WHERE id = '${ids.other}'`,
    refusedBy: "access_grants_product_id_fkey",
  },
  {
    what: "a video with a review stays",
    sql: `${noLedger}; DELETE FROM refunds; DELETE FROM disputes; DELETE FROM sales; DELETE FROM videos ${ofVideo}`,
    refusedBy: "reviews_video_id_fkey",
  },
  {
    what: "a person who was reviewed stays",
    sql: `INSERT INTO users (id, email) VALUES ('${ids.unknown}', 'new@example.com');
      UPDATE reviews SET creator_id = '${ids.unknown}'; DELETE FROM users WHERE id = '${ids.unknown}'`,
    refusedBy: "reviews_creator_id_fkey",
  },
  {
    what: "a person who wrote a review stays",
    sql: `INSERT INTO users (id, email) VALUES ('${ids.unknown}', 'new@example.com');
      UPDATE reviews SET author_id = '${ids.unknown}'; DELETE FROM users WHERE id = '${ids.unknown}'`,
    refusedBy: "reviews_author_id_fkey",
  },
  {
    what: "a review takes its reports along",
    sql: "DELETE FROM reviews",
    takesAlong: "SELECT count(*) FROM review_reports",
  },
  {
    what: "a question takes its answers and its reports along",
    sql: `DELETE FROM question_posts WHERE id = '${ids.refund}'`,
    takesAlong:
      "SELECT (SELECT count(*) FROM question_posts) + (SELECT count(*) FROM question_reports) AS count",
  },
  {
    what: "a person with a creator profile stays",
    sql: `${noSales}; DELETE FROM videos; DELETE FROM users WHERE id = '${ids.ana}'`,
    refusedBy: "creator_profiles_user_id_fkey",
  },
  {
    what: "a person with a consumer profile stays",
    sql: `${noSales}; DELETE FROM users WHERE id = '${ids.beto}'`,
    refusedBy: "consumer_profiles_user_id_fkey",
  },
  {
    what: "a person with videos stays",
    sql: `${noSales}; DELETE FROM creator_profiles; DELETE FROM users WHERE id = '${ids.ana}'`,
    refusedBy: "videos_creator_id_fkey",
  },
  {
    what: "a person who bought stays",
    sql: `DELETE FROM consumer_profiles; DELETE FROM users WHERE id = '${ids.beto}'`,
    refusedBy: "sales_consumer_id_fkey",
  },
  {
    what: "a video with a sale stays",
    sql: `DELETE FROM videos ${ofVideo}`,
    refusedBy: "sales_video_id_fkey",
  },
  {
    what: "a sale with a refund stays",
    sql: `${noLedger}; DELETE FROM disputes; DELETE FROM sales WHERE id = '${ids.booked}'`,
    refusedBy: "refunds_sale_id_fkey",
  },
  {
    what: "a dispute with an answer stays",
    sql: `${disputeAnswer()}; DELETE FROM disputes`,
    refusedBy: "dispute_answers_dispute_id_fkey",
  },
  ...["staged", "submitted", "accepted"].map((step) => ({
    what: `who has ${step} an answer to a dispute stays`,
    sql: `${newUser}; ${disputeAnswer({
      ...(step !== "staged" && { [`${step}_at`]: "now()" }),
      [`${step}_by`]: `'${ids.second}'`,
    })}; ${noNewUser}`,
    refusedBy: `dispute_answers_${step}_by_fkey`,
  })),
  {
    what: "a sale with a dispute stays",
    sql: `${noLedger}; DELETE FROM refunds; DELETE FROM sales WHERE id = '${ids.booked}'`,
    refusedBy: "disputes_sale_id_fkey",
  },
  {
    what: "a sale in the ledger stays",
    sql: `DELETE FROM refunds; DELETE FROM disputes; DELETE FROM sales WHERE id = '${ids.booked}'`,
    refusedBy: "ledger_entries_sale_id_fkey",
  },
  {
    what: "an entry with lines stays",
    sql: "ALTER TABLE ledger_entries DISABLE TRIGGER USER; DELETE FROM ledger_entries",
    refusedBy: "ledger_lines_entry_id_fkey",
  },
  {
    what: "a payout in the ledger stays",
    sql: `${ledgerEntry("payout_id", ids.payout)}; DELETE FROM payouts`,
    refusedBy: "ledger_entries_payout_id_fkey",
  },
  {
    what: "a batch with payouts stays",
    sql: "DELETE FROM payout_batches",
    refusedBy: "payouts_batch_id_fkey",
  },
  {
    what: "who has been paid out stays",
    sql: `${noLedger}; DELETE FROM ledger_balances; ${noVideo}; DELETE FROM users WHERE id = '${ids.payee}'`,
    refusedBy: "payouts_creator_id_fkey",
  },
  {
    what: "an account with ledger lines cannot be deleted",
    sql: `DELETE FROM payouts; DELETE FROM ledger_balances; ${noVideo}; DELETE FROM users WHERE id = '${ids.payee}'`,
    refusedBy: "ledger_lines_creator_id_fkey",
  },
  {
    what: "who has a balance stays",
    sql: `DELETE FROM payouts; ${noLedger}; ${noVideo}; DELETE FROM users WHERE id = '${ids.payee}'`,
    refusedBy: "ledger_balances_creator_id_fkey",
  },
  {
    what: "who made a batch stays",
    sql: `${noSales}; DELETE FROM users WHERE id = '${ids.clerk}'`,
    refusedBy: "payout_batches_created_by_fkey",
  },
  {
    what: "who decided on a payout stays",
    sql: `UPDATE payouts SET status = 'failed', failure = 'x', decided_at = now(), decided_by = '${ids.owner}';
      ${noAdjustments}; DELETE FROM users WHERE id = '${ids.owner}'`,
    refusedBy: "payouts_decided_by_fkey",
  },
  {
    what: "who asked for a refund stays",
    sql: `UPDATE refunds SET requested_by = '${ids.owner}'; ${noAdjustments}; DELETE FROM users WHERE id = '${ids.owner}'`,
    refusedBy: "refunds_requested_by_fkey",
  },
  {
    what: "who recorded a returned refund stays",
    sql: `${set("refunds", `${returnedRefund}, returned_by = '${ids.owner}'`)}; ${noAdjustments}; DELETE FROM users WHERE id = '${ids.owner}'`,
    refusedBy: "refunds_returned_by_fkey",
  },
  {
    what: "who recorded how a refund ended stays",
    sql: `${newUser}; UPDATE refunds SET settled_by = '${ids.second}'; ${noNewUser}`,
    refusedBy: "refunds_settled_by_fkey",
  },
  {
    what: "who granted a role stays",
    sql: `${newUser}; UPDATE user_roles SET granted_by = '${ids.second}'; ${noNewUser}`,
    refusedBy: "user_roles_granted_by_fkey",
  },
  {
    what: "a request by which a role was granted stays",
    sql: `${grantRequest()}; UPDATE user_roles SET request_id = '${ids.second}'; DELETE FROM second_person_requests`,
    refusedBy: "user_roles_request_id_fkey",
  },
  {
    what: "a request by which a balance was adjusted stays",
    sql: `${freeAdjustments}; ${secondPerson()}; ${adjustment({ request_id: `'${ids.second}'` })};
      DELETE FROM second_person_requests`,
    refusedBy: "ledger_adjustments_request_id_fkey",
  },
  {
    what: "a creator with a fee stays",
    sql: `${newUser}; ${fee({ creator_id: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "creator_fees_creator_id_fkey",
  },
  {
    what: "who set a fee stays",
    sql: `${newUser}; ${fee({ created_by: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "creator_fees_created_by_fkey",
  },
  {
    what: "a request by which a fee was set stays",
    sql: `ALTER TABLE creator_fees DISABLE TRIGGER creator_fees_guard; ${feeRequest()}; ${fee({ request_id: `'${ids.second}'` })};
      DELETE FROM second_person_requests`,
    refusedBy: "creator_fees_request_id_fkey",
  },
  {
    what: "a creator with an invoice stays",
    sql: `${newUser}; ${invoice({ creator_id: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "commission_invoices_creator_id_fkey",
  },
  {
    what: "who imported an invoice stays",
    sql: `${newUser}; ${invoice({ imported_by: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "commission_invoices_imported_by_fkey",
  },
  {
    what: "who set days of releases stays",
    sql: `${newUser}; ${releaseRule({ created_by: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "release_rules_created_by_fkey",
  },
  {
    what: "a request by which days of releases were set stays",
    sql: `ALTER TABLE release_rules DISABLE TRIGGER release_rules_guard; ${ruleRequest()}; ${releaseRule({ request_id: `'${ids.second}'` })};
      DELETE FROM second_person_requests`,
    refusedBy: "release_rules_request_id_fkey",
  },
  {
    what: "a creator with a reserve stays",
    sql: `${newUser}; ${reserve({ creator_id: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "creator_reserves_creator_id_fkey",
  },
  {
    what: "who set a reserve stays",
    sql: `${newUser}; ${reserve({ created_by: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "creator_reserves_created_by_fkey",
  },
  {
    what: "a request by which a reserve was set stays",
    sql: `ALTER TABLE creator_reserves DISABLE TRIGGER creator_reserves_guard; ${ruleRequest({ kind: "'reserve'" })}; ${reserve({ request_id: `'${ids.second}'` })};
      DELETE FROM second_person_requests`,
    refusedBy: "creator_reserves_request_id_fkey",
  },
  {
    what: "a request by which a coupon was saved stays",
    sql: `ALTER TABLE coupons DISABLE TRIGGER coupons_second_person;
      ${ruleRequest({ kind: "'coupon'", reason: "NULL" })}; UPDATE coupons SET request_id = '${ids.second}';
      DELETE FROM second_person_requests`,
    refusedBy: "coupons_request_id_fkey",
  },
  {
    what: "who set a minimum payout stays",
    sql: `${newUser}; ${least({ created_by: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "smallest_payouts_created_by_fkey",
  },
  {
    what: "a request by which a minimum payout was set stays",
    sql: `ALTER TABLE smallest_payouts DISABLE TRIGGER smallest_payouts_guard; ${leastRequest()}; ${least({ request_id: `'${ids.second}'` })};
      DELETE FROM second_person_requests`,
    refusedBy: "smallest_payouts_request_id_fkey",
  },
  {
    what: "about whom something was requested stays",
    sql: `${newUser}; ${grantRequest({ account_id: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "second_person_requests_account_id_fkey",
  },
  {
    what: "who requested something stays",
    sql: `${newUser}; ${grantRequest({ requested_by: `'${ids.second}'` })}; ${noNewUser}`,
    refusedBy: "second_person_requests_requested_by_fkey",
  },
  {
    what: "who decided a request stays",
    sql: `${newUser}; ${grantRequest()};
      UPDATE second_person_requests SET status = 'declined', decided_at = now(), decided_by = '${ids.second}'; ${noNewUser}`,
    refusedBy: "second_person_requests_decided_by_fkey",
  },
  {
    what: "a run takes its differences along",
    sql: "DELETE FROM reconciliations",
    takesAlong: "SELECT count(*) FROM reconciliation_differences",
  },
  {
    what: "a sale with a difference stays",
    sql: `UPDATE reconciliation_differences SET sale_id = '${ids.sale}'; DELETE FROM sales WHERE id = '${ids.sale}'`,
    refusedBy: "reconciliation_differences_sale_id_fkey",
  },
  {
    what: "a sale with an event stays",
    sql: `UPDATE payment_events SET sale_id = '${ids.sale}'; DELETE FROM sales WHERE id = '${ids.sale}'`,
    refusedBy: "payment_events_sale_id_fkey",
  },
  {
    what: "who recorded a returned payout stays",
    sql: `${set("payouts", `status = 'returned', bank_reference = 'E1', ${decided}, returned_at = now(), returned_by = '${ids.owner}', return_reason = 'x'`)};
      ${noAdjustments}; DELETE FROM users WHERE id = '${ids.owner}'`,
    refusedBy: "payouts_returned_by_fkey",
  },
  {
    what: "whose balance was adjusted stays",
    sql: `DELETE FROM users WHERE id = '${ids.owner}'`,
    refusedBy: "ledger_adjustments_creator_id_fkey",
  },
  {
    what: "who adjusted a balance stays",
    sql: `${noSales}; DELETE FROM consumer_profiles; DELETE FROM users WHERE id = '${ids.beto}'`,
    refusedBy: "ledger_adjustments_created_by_fkey",
  },
  {
    what: "an adjustment in the ledger stays",
    sql: `${ledgerEntry("adjustment_id", ids.adjustment)}; ${noAdjustments}`,
    refusedBy: "ledger_entries_adjustment_id_fkey",
  },
  {
    what: "a sale with a movement at the provider stays",
    sql: `${movement("txn_1")}; UPDATE provider_movements SET sale_id = '${ids.sale}';
      DELETE FROM sales WHERE id = '${ids.sale}'`,
    refusedBy: "provider_movements_sale_id_fkey",
  },
  {
    what: "a movement in the ledger stays",
    sql: `${movement("txn_1")}; ${ledgerEntry("movement_id", "txn_1")}; DELETE FROM provider_movements`,
    refusedBy: "ledger_entries_movement_id_fkey",
  },
];
