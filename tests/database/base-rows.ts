/** One row of each table, for the tests of rights. */
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
  INSERT INTO device_copies (id, user_id, video_id, place, kept_at, renewed_at)
    VALUES ('${ids.arriving}', '${ids.beto}', '${ids.video}', 'a', now(), now());
  INSERT INTO caption_orders (video_id, language, ordered_at) VALUES ('${ids.arriving}', 'pt', now());
  INSERT INTO video_captions (video_id, language, cues, updated_at) VALUES ('${ids.arriving}', 'pt', '[{}]', now());
  INSERT INTO video_attachments (id, video_id, position, name, kind, bytes, storage_key, created_at)
    VALUES ('${ids.arriving}', '${ids.arriving}', 1, 'Moldes', 'pdf', 1, 'a/1.pdf', now());
  INSERT INTO certificates (code, user_id, course_id, name, course_title, seconds, finished_at, issued_at)
    VALUES ('0123456789AB', '${ids.beto}', '${ids.arriving}', 'Beto', 'Violão', 60, now(), now());
  INSERT INTO saved_videos (user_id, video_id, price_cents, saved_at) VALUES ('${ids.beto}', '${ids.arriving}', 50, now());
  INSERT INTO notes (user_id, video_id, second, text, created_at, updated_at)
    VALUES ('${ids.beto}', '${ids.arriving}', 5, 'Dó', now(), now());
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
  INSERT INTO announcements (id, creator_id, audience, subject, text, created_at)
    VALUES ('${ids.refund}', '${ids.ana}', 'buyers', 'Oi', 'Nova dica.', now());
  INSERT INTO announcement_reports (announcement_id, reporter_id, created_at) VALUES ('${ids.refund}', '${ids.beto}', now());
  INSERT INTO creator_follows (creator_id, user_id, followed_at) VALUES ('${ids.ana}', '${ids.beto}', now());
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
