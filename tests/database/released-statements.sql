DELETE FROM "email_confirmations" WHERE ctid IN (
      SELECT ctid FROM "email_confirmations" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "mail_choices" WHERE ctid IN (
      SELECT ctid FROM "mail_choices" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "mails" WHERE ctid IN (
      SELECT ctid FROM "mails" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "passkey_challenges" WHERE ctid IN (
      SELECT ctid FROM "passkey_challenges" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "passkeys" WHERE ctid IN (
      SELECT ctid FROM "passkeys" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "password_resets" WHERE ctid IN (
      SELECT ctid FROM "password_resets" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "payout_details_changes" WHERE ctid IN (
      SELECT ctid FROM "payout_details_changes" WHERE "creator_id" = $1 LIMIT $2)
;
DELETE FROM "publications" WHERE ctid IN (
      SELECT ctid FROM "publications" WHERE "creator_id" = $1 LIMIT $2)
;
DELETE FROM "rate_limits" WHERE key = $1
;
DELETE FROM "recovery_codes" WHERE ctid IN (
      SELECT ctid FROM "recovery_codes" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "review_reports" WHERE ctid IN (
      SELECT ctid FROM "review_reports" WHERE "reporter_id" = $1 LIMIT $2)
;
DELETE FROM "reviews" WHERE ctid IN (
      SELECT ctid FROM "reviews" WHERE "author_id" = $1 LIMIT $2)
;
DELETE FROM "second_factors" WHERE ctid IN (
      SELECT ctid FROM "second_factors" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "sessions" WHERE ctid IN (
      SELECT ctid FROM "sessions" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "unfinished_sign_ins" WHERE ctid IN (
      SELECT ctid FROM "unfinished_sign_ins" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM "watch_positions" WHERE ctid IN (
      SELECT ctid FROM "watch_positions" WHERE "user_id" = $1 LIMIT $2)
;
DELETE FROM graphile_worker._private_jobs
;
DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND (
      lower(payload ->> 'email') = ANY($1)
      OR (payload ->> 'userId' = $2 AND payload -> 'newEmail' IS NOT NULL)
      OR (payload ->> 'videoUrl' LIKE $3
        AND NOT EXISTS (SELECT FROM videos WHERE videos.id::text = payload ->> 'videoId')))
;
DELETE FROM job_runners WHERE id = 'pool-alive'
;
DELETE FROM job_runners WHERE id = 'pool-other'
;
DELETE FROM ledger_days WHERE day = '2020-01-01'
;
DELETE FROM ledger_days WHERE day = '2026-11-10'
;
DELETE FROM mails WHERE user_id = $1 OR (user_id IS NULL
      AND (lower(email) = ANY($2) OR lower(sent_to) = ANY($3) OR lower(facts ->> 'email') = ANY($4)))
;
DELETE FROM running_counts WHERE kind = 'creators'
;
INSERT INTO "graphile_worker"._private_known_crontabs AS known_crontabs (identifier, known_since)
      SELECT identifier, $2::timestamptz
      FROM unnest($1::text[]) AS unnest (identifier)
      ON CONFLICT DO NOTHING
;
INSERT INTO "rate_limits" VALUES ($1, $2, $3)
              ON CONFLICT(key) DO UPDATE SET
                points = CASE
                          WHEN ("rate_limits".expire <= $4 OR 1=0) THEN $2
                          ELSE "rate_limits".points + ($2)
                         END,
                expire =  CASE
             WHEN "rate_limits".expire <= $4 THEN $3
             ELSE "rate_limits".expire
            END 
            RETURNING points, expire;
;
INSERT INTO audit_entries (created_at, actor_id, actor_email, action, target_kind, target_id, target_label)
      SELECT now(), $1, 'x@example.net', 'reviewEdited', 'review', n::text, repeat('linha ', 40)
      FROM generate_series(1, 4000) AS n
;
INSERT INTO creator_handles (handle)
      SELECT 'criador' UNION ALL SELECT 'criador-' || number FROM (
        SELECT generate_series(2, 20) UNION ALL SELECT generate_series(10000, 99999)
      ) AS numbers (number) ON CONFLICT DO NOTHING
;
INSERT INTO job_runners (id) VALUES ($1)
;
INSERT INTO job_runners (id) VALUES ('alive')
;
INSERT INTO job_runners AS runner (id) SELECT unnest($1::text[])
    ON CONFLICT (id) DO UPDATE SET
      steady_since = CASE WHEN runner.seen_at < now() - make_interval(secs => $2)
        THEN now() ELSE runner.steady_since END,
      seen_at = now()
;
INSERT INTO ledger_days VALUES ('BRL', '2020-01-01', 0, 0, 7, 0)
;
INSERT INTO mails (kind, key, email, locale, facts, created_at, status, ended_at)
      VALUES ('receipt', $1, 'marina@example.com', 'pt', '{}', $2,
        $3, $4)
;
INSERT INTO mails (kind, key, user_id, facts)
    SELECT 'sale', $1 || n, $2, '{}' FROM generate_series(1, 1200) AS n
;
INSERT INTO passkey_challenges (challenge, purpose, user_id, expires_at)
    VALUES ($1, 'proof', $2, $3)
;
INSERT INTO passkeys (id, user_id, public_key, counter, transports, name, created_at)
    VALUES ($1, $2, $3, 0, '{}', $4, $5)
;
INSERT INTO password_resets (token_hash, user_id, expires_at)
    VALUES ($1, $2, $3)
;
INSERT INTO provider_movements AS known (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id,
      sale_id, created_at)
    SELECT $1, $2, $3, $4, $5,
      $6, $7, $8, (
        SELECT id FROM sales WHERE currency = $9 AND (provider_charge_id = $10
          OR id = (SELECT sale_id FROM refunds WHERE provider_refund_id = $11)
          OR id = (SELECT sale_id FROM disputes WHERE id = $12))
      ), $13
    ON CONFLICT (id) DO UPDATE SET sale_id = EXCLUDED.sale_id
      WHERE known.sale_id IS NULL AND EXCLUDED.sale_id IS NOT NULL
    RETURNING sale_id
;
INSERT INTO rate_limits (key) VALUES ('open')
;
INSERT INTO recovery_codes (user_id, code_digest) VALUES ($1, $2)
;
INSERT INTO refunds (sale_id, amount_cents, status, channel, reason)
    VALUES ($1, 100, 'succeeded', 'provider', 'provider')
;
INSERT INTO retired_handles (digest)
    SELECT encode(sha256(convert_to(handle, 'UTF8')), 'hex') FROM creator_handles
    WHERE creator_id = $1 AND handle <> $2 ON CONFLICT DO NOTHING
;
INSERT INTO running_counts VALUES ('videos', 99, 1)
;
INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, $2, $3)
;
INSERT INTO unfinished_sign_ins (id_hash, user_id, entrance, target, expires_at)
    VALUES ($1, $2, 'creator', $3, $4)
;
SELECT
      (SELECT count(*)::int FROM publications WHERE creator_id = $1 AND published_at > $2) AS published,
      count(*)::int AS begun,
      count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))::int AS open
    FROM videos
    WHERE creator_id = $3 AND published_at IS NULL AND deleted_at IS NULL AND created_at > $4
;
SELECT
      (SELECT count(*)::integer FROM sales WHERE consumer_id = $1 AND status IN ('pending', 'processing'))
        + (SELECT count(*)::integer FROM sales JOIN videos ON videos.id = sales.video_id
           WHERE videos.creator_id = $2 AND sales.status IN ('pending', 'processing')) AS "openPayments",
      (SELECT count(*)::integer FROM refunds JOIN sales ON sales.id = refunds.sale_id
       WHERE sales.consumer_id = $3 AND refunds.status IN ('requested', 'pending')) AS "openRefunds",
      (SELECT count(*)::integer FROM disputes JOIN sales ON sales.id = disputes.sale_id
       WHERE sales.consumer_id = $4 AND disputes.status IN ('inquiry', 'open')) AS "openDisputes",
      
    (SELECT coalesce(sum(balance_cents), 0)::bigint FROM ledger_balances
     WHERE creator_id = $5 AND account = ANY($6::text[])) AS "owedCents",
      
    (SELECT coalesce(sum(balance_cents), 0)::bigint FROM ledger_balances
     WHERE creator_id = $7 AND account = ANY($8::text[])) AS "heldCents"
;
SELECT $1 AS name, count(*), sum(xmin::text::bigint) FROM audit_entries AS r UNION ALL SELECT $2 AS name, count(*), sum(xmin::text::bigint) FROM users AS r UNION ALL SELECT $3 AS name, count(*), sum(xmin::text::bigint) FROM user_roles AS r UNION ALL SELECT $4 AS name, count(*), sum(hashtextextended((to_jsonb(r) - 'last_seen_at')::text, 0)) FROM sessions AS r UNION ALL SELECT $5 AS name, count(*), sum(xmin::text::bigint) FROM creator_profiles AS r UNION ALL SELECT $6 AS name, count(*), sum(xmin::text::bigint) FROM creator_handles AS r UNION ALL SELECT $7 AS name, count(*), sum(xmin::text::bigint) FROM reviews AS r UNION ALL SELECT $8 AS name, count(*), sum(xmin::text::bigint) FROM review_reports AS r UNION ALL SELECT $9 AS name, count(*), sum(xmin::text::bigint) FROM consumer_profiles AS r UNION ALL SELECT $10 AS name, count(*), sum(xmin::text::bigint) FROM videos AS r UNION ALL SELECT $11 AS name, count(*), sum(xmin::text::bigint) FROM sales AS r UNION ALL SELECT $12 AS name, count(*), sum(xmin::text::bigint) FROM payment_events AS r UNION ALL SELECT $13 AS name, count(*), sum(xmin::text::bigint) FROM payouts AS r UNION ALL SELECT $14 AS name, count(*), sum(xmin::text::bigint) FROM payout_batches AS r UNION ALL SELECT $15 AS name, count(*), sum(xmin::text::bigint) FROM ledger_lines AS r UNION ALL SELECT $16 AS name, count(*), sum(xmin::text::bigint) FROM watch_positions AS r UNION ALL SELECT $17 AS name, count(*), sum(xmin::text::bigint) FROM password_resets AS r UNION ALL SELECT $18 AS name, count(*), sum(xmin::text::bigint) FROM email_confirmations AS r UNION ALL SELECT $19 AS name, count(*), sum(xmin::text::bigint) FROM second_factors AS r UNION ALL SELECT $20 AS name, count(*), sum(xmin::text::bigint) FROM second_factor_removals AS r UNION ALL SELECT $21 AS name, count(*), sum(xmin::text::bigint) FROM recovery_codes AS r UNION ALL SELECT $22 AS name, count(*), sum(xmin::text::bigint) FROM unfinished_sign_ins AS r UNION ALL SELECT $23 AS name, count(*), sum(xmin::text::bigint) FROM passkeys AS r UNION ALL SELECT $24 AS name, count(*), sum(xmin::text::bigint) FROM passkey_challenges AS r UNION ALL SELECT $25 AS name, count(*), sum(xmin::text::bigint) FROM mail_choices AS r UNION ALL SELECT $26 AS name, count(*), sum(xmin::text::bigint) FROM graphile_worker._private_jobs AS r ORDER BY name
;
SELECT $1 AS name, count(*), sum(xmin::text::bigint) FROM audit_entries AS r UNION ALL SELECT $2 AS name, count(*), sum(xmin::text::bigint) FROM users AS r UNION ALL SELECT $3 AS name, count(*), sum(xmin::text::bigint) FROM user_roles AS r UNION ALL SELECT $4 AS name, count(*), sum(hashtextextended((to_jsonb(r) - 'last_seen_at')::text, 0)) FROM sessions AS r UNION ALL SELECT $5 AS name, count(*), sum(xmin::text::bigint) FROM creator_profiles AS r UNION ALL SELECT $6 AS name, count(*), sum(xmin::text::bigint) FROM creator_handles AS r UNION ALL SELECT $7 AS name, count(*), sum(xmin::text::bigint) FROM reviews AS r UNION ALL SELECT $8 AS name, count(*), sum(xmin::text::bigint) FROM review_reports AS r UNION ALL SELECT $9 AS name, count(*), sum(xmin::text::bigint) FROM consumer_profiles AS r UNION ALL SELECT $10 AS name, count(*), sum(xmin::text::bigint) FROM videos AS r UNION ALL SELECT $11 AS name, count(*), sum(xmin::text::bigint) FROM video_views AS r UNION ALL SELECT $12 AS name, count(*), sum(xmin::text::bigint) FROM sales AS r UNION ALL SELECT $13 AS name, count(*), sum(xmin::text::bigint) FROM payment_events AS r UNION ALL SELECT $14 AS name, count(*), sum(xmin::text::bigint) FROM payouts AS r UNION ALL SELECT $15 AS name, count(*), sum(xmin::text::bigint) FROM payout_batches AS r UNION ALL SELECT $16 AS name, count(*), sum(xmin::text::bigint) FROM ledger_lines AS r UNION ALL SELECT $17 AS name, count(*), sum(xmin::text::bigint) FROM watch_positions AS r UNION ALL SELECT $18 AS name, count(*), sum(xmin::text::bigint) FROM password_resets AS r UNION ALL SELECT $19 AS name, count(*), sum(xmin::text::bigint) FROM email_confirmations AS r UNION ALL SELECT $20 AS name, count(*), sum(xmin::text::bigint) FROM second_factors AS r UNION ALL SELECT $21 AS name, count(*), sum(xmin::text::bigint) FROM second_factor_removals AS r UNION ALL SELECT $22 AS name, count(*), sum(xmin::text::bigint) FROM recovery_codes AS r UNION ALL SELECT $23 AS name, count(*), sum(xmin::text::bigint) FROM unfinished_sign_ins AS r UNION ALL SELECT $24 AS name, count(*), sum(xmin::text::bigint) FROM passkeys AS r UNION ALL SELECT $25 AS name, count(*), sum(xmin::text::bigint) FROM passkey_challenges AS r UNION ALL SELECT $26 AS name, count(*), sum(xmin::text::bigint) FROM mail_choices AS r UNION ALL SELECT $27 AS name, count(*), sum(xmin::text::bigint) FROM graphile_worker._private_jobs AS r ORDER BY name
;
SELECT $1 AS name, count(*), sum(xmin::text::bigint) FROM users AS r UNION ALL SELECT $2 AS name, count(*), sum(xmin::text::bigint) FROM user_roles AS r UNION ALL SELECT $3 AS name, count(*), sum(hashtextextended((to_jsonb(r) - 'last_seen_at')::text, 0)) FROM sessions AS r UNION ALL SELECT $4 AS name, count(*), sum(xmin::text::bigint) FROM creator_profiles AS r UNION ALL SELECT $5 AS name, count(*), sum(xmin::text::bigint) FROM creator_handles AS r UNION ALL SELECT $6 AS name, count(*), sum(xmin::text::bigint) FROM reviews AS r UNION ALL SELECT $7 AS name, count(*), sum(xmin::text::bigint) FROM review_reports AS r UNION ALL SELECT $8 AS name, count(*), sum(xmin::text::bigint) FROM consumer_profiles AS r UNION ALL SELECT $9 AS name, count(*), sum(xmin::text::bigint) FROM videos AS r UNION ALL SELECT $10 AS name, count(*), sum(xmin::text::bigint) FROM video_views AS r UNION ALL SELECT $11 AS name, count(*), sum(xmin::text::bigint) FROM sales AS r UNION ALL SELECT $12 AS name, count(*), sum(xmin::text::bigint) FROM payment_events AS r UNION ALL SELECT $13 AS name, count(*), sum(xmin::text::bigint) FROM payouts AS r UNION ALL SELECT $14 AS name, count(*), sum(xmin::text::bigint) FROM payout_batches AS r UNION ALL SELECT $15 AS name, count(*), sum(xmin::text::bigint) FROM ledger_lines AS r UNION ALL SELECT $16 AS name, count(*), sum(xmin::text::bigint) FROM watch_positions AS r UNION ALL SELECT $17 AS name, count(*), sum(xmin::text::bigint) FROM password_resets AS r UNION ALL SELECT $18 AS name, count(*), sum(xmin::text::bigint) FROM email_confirmations AS r UNION ALL SELECT $19 AS name, count(*), sum(xmin::text::bigint) FROM second_factors AS r UNION ALL SELECT $20 AS name, count(*), sum(xmin::text::bigint) FROM second_factor_removals AS r UNION ALL SELECT $21 AS name, count(*), sum(xmin::text::bigint) FROM recovery_codes AS r UNION ALL SELECT $22 AS name, count(*), sum(xmin::text::bigint) FROM unfinished_sign_ins AS r UNION ALL SELECT $23 AS name, count(*), sum(xmin::text::bigint) FROM passkeys AS r UNION ALL SELECT $24 AS name, count(*), sum(xmin::text::bigint) FROM passkey_challenges AS r UNION ALL SELECT $25 AS name, count(*), sum(xmin::text::bigint) FROM mail_choices AS r UNION ALL SELECT $26 AS name, count(*), sum(xmin::text::bigint) FROM graphile_worker._private_jobs AS r ORDER BY name
;
SELECT (SELECT coalesce(sum(net_cents), 0)::bigint FROM provider_movements
        WHERE currency = $1) AS "movementsCents",
      ((SELECT coalesce(sum(net_cents), 0) FROM provider_movements
          WHERE sale_id IS NULL AND currency = $2)
        - (SELECT coalesce(sum(balance_cents), 0) FROM ledger_balances
          WHERE account = 'provider' AND currency = $3))::bigint AS "ledgerCents"
;
SELECT (SELECT count(*) FROM (SELECT FROM (
    SELECT creator_id, balance_cents FROM ledger_balances
    WHERE account = 'creator' AND currency = 'BRL' AND balance_cents >= $1
    ORDER BY balance_cents DESC, creator_id LIMIT $2
  ) AS owed
  WHERE NOT EXISTS (SELECT FROM payouts WHERE creator_id = owed.creator_id AND status = 'prepared')
    AND balance_cents - (
      SELECT coalesce(sum(amount_cents), 0) FROM ledger_lines line
      WHERE line.creator_id = owed.creator_id AND line.currency = 'BRL' AND line.account = 'creator'
        AND line.available_at > $3) >= $4 LIMIT $5) AS waiting) AS payable,
      (SELECT count(*) FROM (SELECT FROM payouts WHERE status = 'prepared' LIMIT $6) AS waiting) AS prepared,
      (SELECT count(*) FROM (SELECT FROM disputes WHERE status = 'open' LIMIT $7) AS waiting) AS disputes,
      (SELECT count(*) FROM (SELECT FROM refunds WHERE status = 'requested' AND channel = 'outside' LIMIT $8) AS waiting) AS "byHand",
      (SELECT count(*) FROM (SELECT FROM refunds AS failed
  WHERE failed.status = 'failed' AND failed.channel = 'provider' AND failed.reason <> 'withdrawal' AND NOT EXISTS (
    SELECT FROM refunds AS again
    WHERE again.sale_id = failed.sale_id AND again.status <> 'failed' AND again.created_at > failed.created_at) AND failed.created_at > $9 LIMIT $10) AS waiting) AS "refundsFailed",
      (SELECT count(*) FROM (SELECT FROM payment_events WHERE error IS NOT NULL OR settled_at IS NULL LIMIT $11) AS waiting) AS events,
      (SELECT count(*) FROM (SELECT FROM reconciliation_differences WHERE reconciliation_id = (
        SELECT id FROM reconciliations WHERE finished_at IS NOT NULL AND failure IS NULL ORDER BY id DESC LIMIT 1) LIMIT $12) AS waiting) AS differences,
      (SELECT count(*) FROM (
        (SELECT failure FROM reconciliations WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1)
        UNION ALL (SELECT failure FROM ledger_proofs WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1)
      ) AS newest WHERE failure IS NOT NULL) AS "checkFailed",
      coalesce((SELECT floor(extract(epoch FROM $13::timestamptz - at) / 3600)::bigint
        FROM (SELECT least(
    coalesce((SELECT max(finished_at) FROM reconciliations WHERE failure IS NULL), first_sale.at),
    coalesce((SELECT max(finished_at) FROM ledger_proofs WHERE violations IS NOT NULL), first_sale.at)) AS at
    FROM (SELECT min(paid_at) AS at FROM sales WHERE paid_at IS NOT NULL) AS first_sale) AS complete WHERE at < $14), 0) AS "checkOverdue",
      (SELECT count(*) FROM (SELECT FROM videos WHERE published_at IS NULL AND deleted_at IS NULL AND created_at < $15 LIMIT $16) AS waiting) AS uploads,
      (SELECT creator_id FROM videos WHERE published_at IS NULL AND deleted_at IS NULL AND created_at < $17 ORDER BY created_at LIMIT 1) AS "oldestUploadOf",
      (SELECT count(*) FROM (SELECT FROM conversions JOIN videos ON videos.id = video_id
    WHERE state = 'failed' AND published_at IS NOT NULL AND deleted_at IS NULL LIMIT $18) AS waiting) AS conversions,
      (SELECT creator_id FROM conversions JOIN videos ON videos.id = video_id
    WHERE state = 'failed' AND published_at IS NOT NULL AND deleted_at IS NULL ORDER BY conversions.updated_at LIMIT 1) AS "oldestConversionOf",
      (SELECT count(*) FROM (SELECT FROM mails WHERE mails.status IN ('refused', 'unconfirmed') AND mails.sale_id IS NOT NULL AND mails.ended_at > $19 AND NOT EXISTS (SELECT FROM mails AS later
  WHERE later.user_id = mails.user_id AND later.status = 'sent' AND later.ended_at > mails.ended_at) LIMIT $20) AS waiting) AS "undelivered",
      (SELECT sale_id FROM mails WHERE mails.status IN ('refused', 'unconfirmed') AND mails.sale_id IS NOT NULL AND mails.ended_at > $21 AND NOT EXISTS (SELECT FROM mails AS later
  WHERE later.user_id = mails.user_id AND later.status = 'sent' AND later.ended_at > mails.ended_at) ORDER BY ended_at DESC LIMIT 1) AS "newestUndeliveredOf"
;
SELECT (SELECT min(created_at) FROM refunds WHERE status = 'pending') AS refund,
      (SELECT min(created_at) FROM disputes WHERE status = 'open') AS dispute
;
SELECT (sum(fee_cents) FILTER (WHERE category = 'charge'))::bigint AS charge,
      coalesce(sum(fee_cents) FILTER (WHERE category <> 'charge'), 0)::bigint AS other
    FROM provider_movements WHERE sale_id = $1
;
SELECT * FROM "graphile_worker"._private_known_crontabs as known_crontabs
;
SELECT * FROM count_violations
;
SELECT * FROM figure_violations
;
SELECT * FROM ledger_prove(false)
;
SELECT * FROM ledger_violations
;
SELECT 1
;
SELECT 1 AS done FROM pg_sleep(6)
;
SELECT 2
;
SELECT DISTINCT creator_id AS id FROM ledger_balances
      WHERE currency = 'BRL' AND creator_id > $1::uuid ORDER BY 1 LIMIT $2
;
SELECT DISTINCT what FROM ledger_violations
;
SELECT EXISTS (SELECT FROM kysely_migration WHERE name = $1) AS current
;
SELECT FROM (select "audit_entries"."id", "audit_entries"."created_at" from "audit_entries" where true order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $1) AS found OFFSET $2 LIMIT 1
;
SELECT FROM (select "id", "created_at" from "payouts" where "batch_id" = $1 and true order by "payouts"."created_at" DESC, "payouts"."id" DESC limit $2) AS found OFFSET $3 LIMIT 1
;
SELECT FROM (select "id", "created_at" from "payouts" where true order by "payouts"."created_at" DESC, "payouts"."id" DESC limit $1) AS found OFFSET $2 LIMIT 1
;
SELECT FROM (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where "sales"."created_at" < ($1::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' order by "sales"."created_at" ASC, "sales"."id" ASC limit $2) as "candidate" order by "candidate"."created_at" ASC, "candidate"."id" ASC limit $3) AS found OFFSET $4 LIMIT 1
;
SELECT FROM (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true order by "sales"."created_at" DESC, "sales"."id" DESC limit $1) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $2) AS found OFFSET $3 LIMIT 1
;
SELECT FROM (select * from "consumer_profiles" where true order by "consumer_profiles"."created_at" DESC, "consumer_profiles"."id" DESC limit $1) AS found OFFSET $2 LIMIT 1
;
SELECT FROM (select * from "creator_profiles" where true order by "creator_profiles"."created_at" DESC, "creator_profiles"."id" DESC limit $1) AS found OFFSET $2 LIMIT 1
;
SELECT FROM graphile_worker._private_jobs WHERE key = 'other'
;
SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send-confirmation-mail'
;
SELECT FROM graphile_worker.jobs WHERE task_identifier ~ '^send-(payout|withdrawal|refund-key)-mail$'
;
SELECT FROM mails WHERE key = $1
;
SELECT FROM videos WHERE preview_source = $1 OR preview_key = $2
;
SELECT audit_erase_names($1::uuid, $2::text[])
;
SELECT audit_forget_old(1)
;
SELECT b.creator_id AS id, b.balance_cents AS balance, coalesce((
        SELECT sum(amount_cents) FROM ledger_lines line
        WHERE line.creator_id = b.creator_id AND account = 'creator' AND line.id > coalesce((
          SELECT max(taken.id) FROM ledger_lines taken JOIN ledger_entries entry ON entry.id = taken.entry_id
          WHERE taken.creator_id = b.creator_id AND taken.account = 'creator' AND taken.amount_cents < 0
            AND entry.payout_id IS NOT NULL), 0)), 0)::bigint AS since
    FROM ledger_balances b WHERE account = 'creator'
;
SELECT balance.creator_id, balance.balance_cents - later.cents AS cents, 
  coalesce(full_name, '') AS full_name, users.suspended_at IS NOT NULL AS suspended,
  coalesce(payment_method, 'pix') AS payment_method, pix_key, bank_name, bank_account_number, card_last4,
  card_holder_name, change.replaced, change.changed_at, change.effective_at
      FROM ledger_balances balance
      JOIN users ON users.id = balance.creator_id
      JOIN creator_profiles ON user_id = balance.creator_id
      CROSS JOIN LATERAL 
  (SELECT coalesce(sum(greatest(released.cents, 0)), 0)::bigint AS cents FROM (
     SELECT sum(amount_cents) AS cents FROM ledger_lines
     WHERE creator_id = balance.creator_id AND currency = 'BRL' AND account = 'creator' AND available_at > $1
     GROUP BY available_at) AS released) AS later
      
  LEFT JOIN LATERAL (
    SELECT replaced, changed_at, effective_at FROM payout_details_changes
    WHERE creator_id = balance.creator_id AND cancelled_at IS NULL ORDER BY id DESC LIMIT 1
  ) change ON true
      WHERE balance.account = 'creator' AND balance.currency = 'BRL' AND balance.creator_id > $2
        AND balance.balance_cents - later.cents >= $3 AND balance.creator_id = ANY($4::uuid[])
        AND NOT EXISTS (SELECT FROM payouts WHERE creator_id = balance.creator_id AND status = 'prepared')
      ORDER BY balance.creator_id LIMIT $5
;
SELECT balance.creator_id, balance.balance_cents - later.cents AS cents, 
  coalesce(full_name, '') AS full_name, users.suspended_at IS NOT NULL AS suspended,
  coalesce(payment_method, 'pix') AS payment_method, pix_key, bank_name, bank_account_number, card_last4,
  card_holder_name, change.replaced, change.changed_at, change.effective_at
      FROM ledger_balances balance
      JOIN users ON users.id = balance.creator_id
      JOIN creator_profiles ON user_id = balance.creator_id
      CROSS JOIN LATERAL 
  (SELECT coalesce(sum(greatest(released.cents, 0)), 0)::bigint AS cents FROM (
     SELECT sum(amount_cents) AS cents FROM ledger_lines
     WHERE creator_id = balance.creator_id AND currency = 'BRL' AND account = 'creator' AND available_at > $1
     GROUP BY available_at) AS released) AS later
      
  LEFT JOIN LATERAL (
    SELECT replaced, changed_at, effective_at FROM payout_details_changes
    WHERE creator_id = balance.creator_id AND cancelled_at IS NULL ORDER BY id DESC LIMIT 1
  ) change ON true
      WHERE balance.account = 'creator' AND balance.currency = 'BRL' AND balance.creator_id > $2
        AND balance.balance_cents - later.cents >= $3 AND true
        AND NOT EXISTS (SELECT FROM payouts WHERE creator_id = balance.creator_id AND status = 'prepared')
      ORDER BY balance.creator_id LIMIT $4
;
SELECT balance_cents AS cents FROM ledger_balances WHERE creator_id = $1 AND account = 'creator'
;
SELECT batch.id, batch.created_at, batch.created_by, users.email, sums.*
  FROM payout_batches batch
  JOIN users ON users.id = batch.created_by
  CROSS JOIN LATERAL (
    SELECT count(*) AS payouts, coalesce(sum(amount_cents), 0)::bigint AS cents,
      count(*) FILTER (WHERE status = 'prepared') AS prepared, count(*) FILTER (WHERE status IN ('failed', 'returned')) AS failed
    FROM payouts WHERE batch_id = batch.id
  ) sums
  WHERE batch.id = $1 ORDER BY batch.created_at DESC, batch.id DESC LIMIT $2
;
SELECT batch.id, batch.created_at, batch.created_by, users.email, sums.*
  FROM payout_batches batch
  JOIN users ON users.id = batch.created_by
  CROSS JOIN LATERAL (
    SELECT count(*) AS payouts, coalesce(sum(amount_cents), 0)::bigint AS cents,
      count(*) FILTER (WHERE status = 'prepared') AS prepared, count(*) FILTER (WHERE status IN ('failed', 'returned')) AS failed
    FROM payouts WHERE batch_id = batch.id
  ) sums
  WHERE true ORDER BY batch.created_at DESC, batch.id DESC LIMIT $1
;
SELECT body IS NOT DISTINCT FROM $1 AS same FROM payment_events WHERE id = $2
;
SELECT booked.sale_id, sales.currency, (booked.cents + posted.cents)::bigint AS off_cents
    FROM (
      SELECT sale_id, sum(net_cents) AS cents, max(created_at) AS newest FROM provider_movements
      WHERE sale_id IN (SELECT sale_id FROM provider_movements WHERE created_at >= $1 AND sale_id IS NOT NULL)
      GROUP BY sale_id
    ) booked
    JOIN sales ON sales.id = booked.sale_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(line.amount_cents), 0) AS cents
      FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
      WHERE entry.sale_id = booked.sale_id AND line.account = 'provider'
    ) posted
    WHERE booked.newest < $2 AND booked.cents + posted.cents <> 0
      AND NOT EXISTS (SELECT FROM refunds WHERE sale_id = booked.sale_id AND status = 'requested' AND channel = 'provider')
    ORDER BY booked.sale_id LIMIT $3
;
SELECT bool_and(to_regclass(name) IS NOT NULL) AS ready FROM unnest($1::text[]) AS name
;
SELECT changed.id FROM graphile_worker.reschedule_jobs(
      ARRAY(SELECT id FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND attempts >= max_attempts ORDER BY id),
      run_at := now(), attempts := 0) AS changed
;
SELECT changed.id FROM graphile_worker.reschedule_jobs(
      ARRAY(SELECT id FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND id = ANY($1::bigint[]) ORDER BY id),
      run_at := now(), attempts := 0) AS changed
;
SELECT coalesce(earlier.id, 0) AS "afterLine", coalesce(earlier.cents, 0) AS "openingCents",
      own.id AS "lastLine", own.cents AS "closingCents"
    FROM (
  SELECT line.id, line.balance_after_cents AS cents
  FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
  WHERE entry.payout_id = $1 AND line.account = 'creator' AND line.amount_cents < 0) own
    LEFT JOIN LATERAL (
      SELECT id FROM payouts WHERE creator_id = $2 AND created_at < $3
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) previous ON true
    LEFT JOIN LATERAL (
  SELECT line.id, line.balance_after_cents AS cents
  FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
  WHERE entry.payout_id = previous.id AND line.account = 'creator' AND line.amount_cents < 0) earlier ON true
;
SELECT coalesce(full_name, '') AS full_name, users.suspended_at IS NOT NULL AS suspended,
      coalesce(payment_method, 'pix') AS payment_method, pix_key, bank_name, bank_account_number, card_last4,
      card_holder_name
    FROM (
      SELECT creator_id FROM ledger_balances
      WHERE account = 'creator' AND currency = 'BRL' AND balance_cents >= $1
      ORDER BY balance_cents DESC, creator_id LIMIT $2
    ) owed
    JOIN users ON users.id = owed.creator_id
    LEFT JOIN creator_profiles ON user_id = owed.creator_id
;
SELECT coalesce(sum(balance_cents) FILTER (WHERE account = $1), 0)::bigint AS owed, coalesce(sum(balance_cents) FILTER (WHERE account = $2), 0)::bigint AS held, coalesce(sum(balance_cents) FILTER (WHERE account = $3), 0)::bigint AS transit,
      coalesce(sum(balance_cents) FILTER (WHERE account = $4), 0)::bigint AS paid, 
  (SELECT coalesce(sum(greatest(released.cents, 0)), 0)::bigint AS cents FROM (
     SELECT sum(amount_cents) AS cents FROM ledger_lines
     WHERE creator_id = $5::uuid AND currency = 'BRL' AND account = 'creator' AND available_at > $6
     GROUP BY available_at) AS released) AS later
    FROM ledger_balances WHERE creator_id = $7 AND currency = 'BRL'
;
SELECT coalesce(sum(platform_cents + creators_cents), 0)::bigint AS "revenueCents",
      coalesce(sum(platform_cents), 0)::bigint AS "platformFeeCents"
    FROM ledger_days WHERE currency = 'BRL'
;
SELECT concat_ws(' ', status, payment_method, provider_fee_cents,
      (SELECT max(id) FROM ledger_entries WHERE sale_id = sales.id),
      (SELECT string_agg(status, ',' ORDER BY id) FROM refunds WHERE sale_id = sales.id),
      (SELECT string_agg(concat(status, amount_cents), ',' ORDER BY id) FROM disputes WHERE sale_id = sales.id)) AS trace
    FROM sales WHERE id = $1
;
SELECT concat_ws(' ', status, payment_method, provider_fee_cents,
      (SELECT max(id) FROM ledger_entries WHERE sale_id = sales.id),
      (SELECT string_agg(status, ',' ORDER BY id) FROM refunds WHERE sale_id = sales.id),
      (SELECT string_agg(concat(status, amount_cents), ',' ORDER BY id) FROM disputes WHERE sale_id = sales.id)) AS trace
    FROM sales WHERE provider_payment_id = $1
;
SELECT count(*) FILTER (WHERE is_available AND run_at <= now()) AS ready,
      count(*) FILTER (WHERE is_available AND run_at > now()) AS scheduled,
      count(*) FILTER (WHERE locked_at IS NOT NULL) AS locked,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts) AS failed,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_available AND run_at <= now())), 0)::float8
        AS "oldestReadySeconds"
    FROM graphile_worker._private_jobs
;
SELECT count(*)::int AS n FROM audit_entries
;
SELECT count(*)::integer AS count FROM "email_confirmations" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "mail_choices" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "mails" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "passkey_challenges" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "passkeys" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "password_resets" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "payout_details_changes" WHERE "creator_id" = $1
;
SELECT count(*)::integer AS count FROM "publications" WHERE "creator_id" = $1
;
SELECT count(*)::integer AS count FROM "recovery_codes" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "review_reports" WHERE "reporter_id" = $1
;
SELECT count(*)::integer AS count FROM "second_factors" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "sessions" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "unfinished_sign_ins" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM "watch_positions" WHERE "user_id" = $1
;
SELECT count(*)::integer AS count FROM graphile_worker.jobs WHERE key = $1
;
SELECT creator.id AS "creatorId", released.day, released.cents
    FROM unnest($1::uuid[]) AS creator (id)
    CROSS JOIN LATERAL (
      SELECT to_char(date, 'YYYY-MM-DD') AS day, cents FROM (
        SELECT (available_at AT TIME ZONE interval '-3 hours')::date AS date, sum(amount_cents)::bigint AS cents
        FROM ledger_lines
        WHERE creator_id = creator.id AND currency = 'BRL' AND account = 'creator' AND available_at > $2
        GROUP BY 1 HAVING sum(amount_cents) <> 0 ORDER BY 1 LIMIT $3
      ) dated
    ) released
    ORDER BY creator.id, released.day
;
SELECT current_database() AS name
;
SELECT figures.*, coalesce(full_name, '') AS name, users.email, tax_id AS "taxId"
      FROM (
        SELECT line.creator_id AS "creatorId", to_char(line.created_at AT TIME ZONE interval '-3 hours', 'YYYY-MM') AS month, 
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held', 'platform', 'platform_held') AND reason = 'sale'), 0)::bigint AS "grossCents",
  coalesce(-sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held', 'platform', 'platform_held') AND reason NOT IN ('payout', 'return', 'adjustment', 'writeOff', 'repayment') AND reason <> 'sale'), 0)::bigint AS "backCents",
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('platform', 'platform_held') AND reason NOT IN ('payout', 'return', 'adjustment', 'writeOff', 'repayment')), 0)::bigint AS "commissionCents",
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held') AND reason NOT IN ('payout', 'return', 'adjustment', 'writeOff', 'repayment')), 0)::bigint AS "earnedCents",
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held') AND reason IN ('adjustment', 'writeOff', 'repayment')), 0)::bigint AS "adjustedCents",
  coalesce(sum(amount_cents) FILTER (WHERE account = 'paid_out' AND reason IN ('payout', 'return')), 0)::bigint AS "paidCents"
        FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
        WHERE line.creator_id = ANY($1::uuid[]) AND line.currency = 'BRL'
          AND line.created_at >= $2 AND line.created_at < $3
        GROUP BY 1, 2
      ) figures
      JOIN users ON users.id = figures."creatorId"
      LEFT JOIN creator_profiles ON user_id = figures."creatorId"
      ORDER BY figures."creatorId", month
;
SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'm') AND nspname <> 'information_schema' AND nspname !~ '^pg_'
;
SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
;
SELECT graphile_worker.add_job(
      $1, $2::json, max_attempts := $3, job_key := $4,
      run_at := $5::timestamptz, queue_name := $6,
      priority := $7
    )
;
SELECT id FROM job_runners
;
SELECT id FROM job_runners WHERE id <> ALL(ARRAY['pool-killed', 'pool-alive', 'pool-other'])
;
SELECT id FROM job_runners WHERE steady_since > now() - interval '1 minute'
;
SELECT id FROM videos WHERE creator_id = $1
            AND plain($2) <> '' AND strpos(plain(title), plain($3)) > 0
          ORDER BY created_at DESC, id DESC
;
SELECT id FROM videos WHERE creator_id = $1 AND title ILIKE $2
            AND plain($3) <> ''
;
SELECT id FROM videos WHERE sales_count <>
      (SELECT count(*) FROM sales WHERE video_id = videos.id AND status = 'completed')
;
SELECT id, revision FROM graphile_worker.jobs WHERE key = $1
;
SELECT job.id, identifier AS name, attempts, max_attempts AS "maxAttempts", run_at AS "runAt", last_error AS error,
      CASE WHEN locked_at IS NOT NULL THEN 'locked' WHEN attempts >= max_attempts THEN 'failed'
        WHEN run_at <= now() THEN 'ready' ELSE 'scheduled' END AS state
    FROM graphile_worker._private_jobs AS job
    JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    ORDER BY (locked_at IS NULL AND attempts >= max_attempts) DESC, locked_at IS NOT NULL DESC, run_at, job.id
    LIMIT $1
;
SELECT jobs.id, jobs.locked_by, jobs.attempts, jobs.last_error FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE tasks.identifier = 'send-recovery-mail'
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array("full_name", "email", "country", CASE "payment_method" WHEN 'pix' THEN 'PIX' WHEN 'bank' THEN 'Transferência bancária' WHEN 'card' THEN 'Cartão' WHEN 'stripe' THEN 'Cartão' END || coalesce((
    SELECT ' (dados novos, valem a partir de ' || to_char(max(effective_at) AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI') || ')'
    FROM payout_details_changes WHERE creator_id = user_id AND cancelled_at IS NULL AND effective_at > now()), ''), regexp_replace(pix_key, '^\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$', '(\1) \2-\3'), "bank_name", "bank_account_number", "card_last4", ("found"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date) AS cells FROM (select * from "creator_profiles" where ("creator_profiles"."created_at", "creator_profiles"."id") < ($1, $2) order by "creator_profiles"."created_at" DESC, "creator_profiles"."id" DESC limit $3) AS found  ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array("full_name", "email", "country", CASE "payment_method" WHEN 'pix' THEN 'PIX' WHEN 'bank' THEN 'Transferência bancária' WHEN 'card' THEN 'Cartão' WHEN 'stripe' THEN 'Cartão' END || coalesce((
    SELECT ' (dados novos, valem a partir de ' || to_char(max(effective_at) AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI') || ')'
    FROM payout_details_changes WHERE creator_id = user_id AND cancelled_at IS NULL AND effective_at > now()), ''), regexp_replace(pix_key, '^\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$', '(\1) \2-\3'), "bank_name", "bank_account_number", "card_last4", ("found"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date) AS cells FROM (select * from "creator_profiles" where search_text LIKE fold_text($1) AND true order by "creator_profiles"."created_at" DESC, "creator_profiles"."id" DESC limit $2) AS found  ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array("full_name", "email", "country", CASE "payment_method" WHEN 'pix' THEN 'PIX' WHEN 'bank' THEN 'Transferência bancária' WHEN 'card' THEN 'Cartão' WHEN 'stripe' THEN 'Cartão' END || coalesce((
    SELECT ' (dados novos, valem a partir de ' || to_char(max(effective_at) AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI') || ')'
    FROM payout_details_changes WHERE creator_id = user_id AND cancelled_at IS NULL AND effective_at > now()), ''), regexp_replace(pix_key, '^\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$', '(\1) \2-\3'), "bank_name", "bank_account_number", "card_last4", ("found"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date) AS cells FROM (select * from "creator_profiles" where true order by "creator_profiles"."created_at" DESC, "creator_profiles"."id" DESC limit $1) AS found  ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array("full_name", "email", ("found"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date) AS cells FROM (select * from "consumer_profiles" where "consumer_profiles"."created_at" < ($1::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' order by "consumer_profiles"."created_at" DESC, "consumer_profiles"."id" DESC limit $2) AS found  ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array("full_name", "email", ("found"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date) AS cells FROM (select * from "consumer_profiles" where ("consumer_profiles"."created_at", "consumer_profiles"."id") < ($1, $2) order by "consumer_profiles"."created_at" DESC, "consumer_profiles"."id" DESC limit $3) AS found  ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array("full_name", "email", ("found"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date) AS cells FROM (select * from "consumer_profiles" where true order by "consumer_profiles"."created_at" ASC, "consumer_profiles"."id" ASC limit $1) AS found  ORDER BY "found"."created_at" ASC, "found"."id" ASC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array("full_name", "email", ("found"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date) AS cells FROM (select * from "consumer_profiles" where true order by "consumer_profiles"."created_at" DESC, "consumer_profiles"."id" DESC limit $1) AS found  ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(audit_entries.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "actor_email", CASE "action" WHEN 'firstAdminMade' THEN 'Primeiro administrador' WHEN 'adminGranted' THEN 'Administrador incluído' WHEN 'adminRemoved' THEN 'Administrador removido' WHEN 'secondFactorHelpAllowed' THEN 'Remoção da segunda etapa permitida' WHEN 'accountSuspended' THEN 'Conta suspensa' WHEN 'accountRestored' THEN 'Conta reativada' WHEN 'videoSuspended' THEN 'Vídeo suspenso' WHEN 'videoRestored' THEN 'Vídeo reativado' WHEN 'reviewEdited' THEN 'Avaliação alterada' WHEN 'reviewDeleted' THEN 'Avaliação excluída' WHEN 'reviewReplied' THEN 'Avaliação respondida' WHEN 'reviewReported' THEN 'Avaliação denunciada' WHEN 'reviewHidden' THEN 'Avaliação ocultada' WHEN 'reviewShown' THEN 'Avaliação reexibida' WHEN 'reviewKept' THEN 'Denúncias encerradas' WHEN 'handleChanged' THEN 'Endereço de perfil alterado' WHEN 'payoutDetailsChanged' THEN 'Dados de recebimento alterados' WHEN 'payoutDetailsCancelled' THEN 'Mudança de dados de recebimento cancelada' WHEN 'saleRefunded' THEN 'Devolução' WHEN 'refundEndedByHand' THEN 'Devolução manual encerrada' WHEN 'receiptSentAgain' THEN 'Recibo enviado de novo' WHEN 'payoutsPrepared' THEN 'Lote preparado' WHEN 'payoutPaid' THEN 'Repasse confirmado' WHEN 'payoutFailed' THEN 'Repasse não concluído' WHEN 'payoutReturned' THEN 'Repasse devolvido pelo banco' WHEN 'balanceCredited' THEN 'Crédito no saldo' WHEN 'balanceDebited' THEN 'Débito no saldo' WHEN 'debtWrittenOff' THEN 'Saldo negativo perdoado' WHEN 'repaymentRecorded' THEN 'Devolução do criador registrada' WHEN 'eventReplayed' THEN 'Evento processado de novo' WHEN 'reconciliationRun' THEN 'Conciliação iniciada' WHEN 'peopleExported' THEN 'Cadastros exportados' WHEN 'salesExported' THEN 'Vendas exportadas' WHEN 'payoutsExported' THEN 'Repasses exportados' WHEN 'payFileExported' THEN 'Lote exportado' WHEN 'statementExported' THEN 'Extrato exportado' WHEN 'commissionExported' THEN 'Comissões exportadas' WHEN 'auditExported' THEN 'Auditoria exportada' END, "target_label", CASE "target_kind" WHEN 'account' THEN 'Conta' WHEN 'video' THEN 'Vídeo' WHEN 'review' THEN 'Avaliação' WHEN 'sale' THEN 'Venda' WHEN 'batch' THEN 'Lote' WHEN 'payout' THEN 'Repasse' WHEN 'event' THEN 'Evento' WHEN 'reconciliation' THEN 'Conciliação' WHEN 'file' THEN 'Arquivo' END, "target_id", "reason", before::text, after::text, "address", "browser") AS cells FROM (select "audit_entries"."id", "audit_entries"."created_at" from "audit_entries" where "audit_entries"."created_at" >= ($1::date)::timestamp AT TIME ZONE 'America/Sao_Paulo' and "action" = $2 and search_text LIKE fold_text($3) order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $4) AS found JOIN audit_entries ON audit_entries.id = found.id ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(audit_entries.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "actor_email", CASE "action" WHEN 'firstAdminMade' THEN 'Primeiro administrador' WHEN 'adminGranted' THEN 'Administrador incluído' WHEN 'adminRemoved' THEN 'Administrador removido' WHEN 'secondFactorHelpAllowed' THEN 'Remoção da segunda etapa permitida' WHEN 'accountSuspended' THEN 'Conta suspensa' WHEN 'accountRestored' THEN 'Conta reativada' WHEN 'videoSuspended' THEN 'Vídeo suspenso' WHEN 'videoRestored' THEN 'Vídeo reativado' WHEN 'reviewEdited' THEN 'Avaliação alterada' WHEN 'reviewDeleted' THEN 'Avaliação excluída' WHEN 'reviewReplied' THEN 'Avaliação respondida' WHEN 'reviewReported' THEN 'Avaliação denunciada' WHEN 'reviewHidden' THEN 'Avaliação ocultada' WHEN 'reviewShown' THEN 'Avaliação reexibida' WHEN 'reviewKept' THEN 'Denúncias encerradas' WHEN 'handleChanged' THEN 'Endereço de perfil alterado' WHEN 'payoutDetailsChanged' THEN 'Dados de recebimento alterados' WHEN 'payoutDetailsCancelled' THEN 'Mudança de dados de recebimento cancelada' WHEN 'saleRefunded' THEN 'Devolução' WHEN 'refundEndedByHand' THEN 'Devolução manual encerrada' WHEN 'receiptSentAgain' THEN 'Recibo enviado de novo' WHEN 'payoutsPrepared' THEN 'Lote preparado' WHEN 'payoutPaid' THEN 'Repasse confirmado' WHEN 'payoutFailed' THEN 'Repasse não concluído' WHEN 'payoutReturned' THEN 'Repasse devolvido pelo banco' WHEN 'balanceCredited' THEN 'Crédito no saldo' WHEN 'balanceDebited' THEN 'Débito no saldo' WHEN 'debtWrittenOff' THEN 'Saldo negativo perdoado' WHEN 'repaymentRecorded' THEN 'Devolução do criador registrada' WHEN 'eventReplayed' THEN 'Evento processado de novo' WHEN 'reconciliationRun' THEN 'Conciliação iniciada' WHEN 'peopleExported' THEN 'Cadastros exportados' WHEN 'salesExported' THEN 'Vendas exportadas' WHEN 'payoutsExported' THEN 'Repasses exportados' WHEN 'payFileExported' THEN 'Lote exportado' WHEN 'statementExported' THEN 'Extrato exportado' WHEN 'commissionExported' THEN 'Comissões exportadas' WHEN 'auditExported' THEN 'Auditoria exportada' END, "target_label", CASE "target_kind" WHEN 'account' THEN 'Conta' WHEN 'video' THEN 'Vídeo' WHEN 'review' THEN 'Avaliação' WHEN 'sale' THEN 'Venda' WHEN 'batch' THEN 'Lote' WHEN 'payout' THEN 'Repasse' WHEN 'event' THEN 'Evento' WHEN 'reconciliation' THEN 'Conciliação' WHEN 'file' THEN 'Arquivo' END, "target_id", "reason", before::text, after::text, "address", "browser") AS cells FROM (select "audit_entries"."id", "audit_entries"."created_at" from "audit_entries" where true order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $1) AS found JOIN audit_entries ON audit_entries.id = found.id ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(payouts.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "payee_name", "users"."email", CASE "payment_method" WHEN 'pix' THEN 'PIX' WHEN 'bank' THEN 'Transferência bancária' WHEN 'card' THEN 'Cartão' WHEN 'stripe' THEN 'Cartão' END, regexp_replace(pix_key, '^\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$', '(\1) \2-\3'), "bank_name", "bank_account_number", "card_last4", "card_holder_name", "amount_cents", CASE "status" WHEN 'prepared' THEN 'A pagar' WHEN 'paid' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'returned' THEN 'Devolvido pelo banco' END, "bank_reference", "failure", to_char(("decided_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI')) AS cells FROM (select "id", "created_at" from "payouts" where "batch_id" = $1 and true order by "payouts"."created_at" DESC, "payouts"."id" DESC limit $2) AS found JOIN payouts ON payouts.id = found.id JOIN users ON users.id = payouts.creator_id ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(payouts.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "payee_name", "users"."email", CASE "payment_method" WHEN 'pix' THEN 'PIX' WHEN 'bank' THEN 'Transferência bancária' WHEN 'card' THEN 'Cartão' WHEN 'stripe' THEN 'Cartão' END, regexp_replace(pix_key, '^\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$', '(\1) \2-\3'), "bank_name", "bank_account_number", "card_last4", "card_holder_name", "amount_cents", CASE "status" WHEN 'prepared' THEN 'A pagar' WHEN 'paid' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'returned' THEN 'Devolvido pelo banco' END, "bank_reference", "failure", to_char(("decided_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI')) AS cells FROM (select "id", "created_at" from "payouts" where true order by "payouts"."created_at" ASC, "payouts"."id" ASC limit $1) AS found JOIN payouts ON payouts.id = found.id JOIN users ON users.id = payouts.creator_id ORDER BY "found"."created_at" ASC, "found"."id" ASC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(payouts.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "payee_name", "users"."email", CASE "payment_method" WHEN 'pix' THEN 'PIX' WHEN 'bank' THEN 'Transferência bancária' WHEN 'card' THEN 'Cartão' WHEN 'stripe' THEN 'Cartão' END, regexp_replace(pix_key, '^\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$', '(\1) \2-\3'), "bank_name", "bank_account_number", "card_last4", "card_holder_name", "amount_cents", CASE "status" WHEN 'prepared' THEN 'A pagar' WHEN 'paid' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'returned' THEN 'Devolvido pelo banco' END, "bank_reference", "failure", to_char(("decided_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI')) AS cells FROM (select "id", "created_at" from "payouts" where true order by "payouts"."created_at" DESC, "payouts"."id" DESC limit $1) AS found JOIN payouts ON payouts.id = found.id JOIN users ON users.id = payouts.creator_id ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and "consumer_id" = (select "users"."id" from "users" where lower("email") = lower($1)) order by "sales"."created_at" DESC, "sales"."id" DESC limit $2) as "bought" union all select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where "creator_id" = (select "users"."id" from "users" where lower("email") = lower($3))) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $4) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $5) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where title_plain LIKE like_part(plain($1)) and "published_at" is not null and "deleted_at" is null union all select "videos"."id" from "videos" where title_plain LIKE like_part(plain($2)) and "deleted_at" is not null) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where "sales"."created_at" >= ($3::date)::timestamp AT TIME ZONE 'America/Sao_Paulo' and "sales"."status" = $4 and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $5) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $6) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where title_plain LIKE like_part(plain($1)) and "published_at" is not null and "deleted_at" is null union all select "videos"."id" from "videos" where title_plain LIKE like_part(plain($2)) and "deleted_at" is not null) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."video_id" = "video"."id" order by "sales"."created_at" ASC, "sales"."id" ASC limit $3) as "sale" on true) as "candidate" order by "candidate"."created_at" ASC, "candidate"."id" ASC limit $4) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" ASC, "found"."id" ASC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where title_plain LIKE like_part(plain($1)) and "published_at" is not null and "deleted_at" is null union all select "videos"."id" from "videos" where title_plain LIKE like_part(plain($2)) and "deleted_at" is not null) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $3) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $4) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where "sales"."created_at" < ($1::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' order by "sales"."created_at" ASC, "sales"."id" ASC limit $2) as "candidate" order by "candidate"."created_at" ASC, "candidate"."id" ASC limit $3) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" ASC, "found"."id" ASC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where "sales"."created_at" < ($1::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' order by "sales"."created_at" DESC, "sales"."id" DESC limit $2) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $3) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where "sales"."created_at" >= ($1::date)::timestamp AT TIME ZONE 'America/Sao_Paulo' AND "sales"."created_at" < ($2::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' order by "sales"."created_at" DESC, "sales"."id" DESC limit $3) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $4) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."status" = $1 order by "sales"."created_at" DESC, "sales"."id" DESC limit $2) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $3) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_agg(cells)::text AS text, count(*) AS rows, (array_agg(created_at))[count(*)::integer] AS last_at,
        (array_agg(id))[count(*)::integer] AS last_id
      FROM (
        SELECT found.id, found.created_at, json_build_array(sales.id::text, to_char(("found"."created_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "videos"."title", "creator"."email", "buyer"."email", CASE "sales"."status" WHEN 'pending' THEN 'Pendente' WHEN 'processing' THEN 'Processando' WHEN 'completed' THEN 'Pago' WHEN 'failed' THEN 'Falhou' WHEN 'refunded' THEN 'Reembolsado' WHEN 'disputed' THEN 'Contestado' END, CASE "sales"."payment_method" WHEN 'card' THEN 'Cartão' WHEN 'pix' THEN 'Pix' WHEN 'boleto' THEN 'Boleto' WHEN 'other' THEN 'Outra' END, to_char(("sales"."paid_at" AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'), "sales"."currency", "sales"."amount_cents", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "back"."cents", "sales"."provider_payment_id") AS cells FROM (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true order by "sales"."created_at" DESC, "sales"."id" DESC limit $1) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $2) AS found JOIN sales ON sales.id = found.id
      JOIN videos ON videos.id = sales.video_id
      JOIN users AS creator ON creator.id = videos.creator_id
      JOIN users AS buyer ON buyer.id = sales.consumer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM (
          SELECT amount_cents FROM refunds WHERE sale_id = sales.id AND status <> 'failed'
          UNION ALL SELECT amount_cents FROM disputes WHERE sale_id = sales.id AND status = 'lost'
        ) AS gone
      ) AS back ORDER BY "found"."created_at" DESC, "found"."id" DESC
      ) AS batch
;
SELECT json_build_array($1::text, $2::bigint, to_char(($3::timestamptz AT TIME ZONE 'America/Sao_Paulo'), 'YYYY-MM-DD HH24:MI'))::text AS row
;
SELECT key FROM (
      SELECT unnest(ARRAY[video_url, preview_key, preview_source, thumbnail_url]) AS key FROM videos WHERE creator_id = $1
      UNION ALL SELECT portrait_key FROM creator_profiles WHERE user_id = $2
    ) AS files WHERE key IS NOT NULL ORDER BY key
;
SELECT key FROM graphile_worker.jobs WHERE key = $1
;
SELECT key FROM mails WHERE key = $1
;
SELECT ledger_lock_balances($1::uuid[])
;
SELECT ledger_lock_balances(ARRAY[$1]::uuid[])
;
SELECT line.id, line.created_at, line.amount_cents AS cents, line.balance_after_cents AS balance, entry.reason,
      whole.held, CASE WHEN entry.reason = 'return' THEN payouts.return_reason
        ELSE coalesce(videos.title, ledger_adjustments.reason) END AS title
    FROM ledger_lines line
    JOIN ledger_entries entry ON entry.id = line.entry_id
    CROSS JOIN LATERAL (
      SELECT sum(amount_cents) FILTER (WHERE account = 'creator') AS cents, bool_or(account = 'creator_held') AS held
      FROM ledger_lines WHERE entry_id = entry.id
    ) whole
    LEFT JOIN sales ON sales.id = entry.sale_id
    LEFT JOIN videos ON videos.id = sales.video_id
    LEFT JOIN payouts ON payouts.id = entry.payout_id
    LEFT JOIN ledger_adjustments ON ledger_adjustments.id = entry.adjustment_id
    WHERE (line.creator_id, line.currency, line.id) > ($1::uuid, 'BRL', $2::bigint)
      AND (line.creator_id, line.currency, line.id) <= ($3::uuid, 'BRL', $4::bigint)
      AND line.account = 'creator' AND whole.cents <> 0
    ORDER BY line.creator_id, line.currency, line.id LIMIT $5
;
SELECT max(seen_at) AS seen_at FROM job_runners
    WHERE id <> 'pool-alive'
;
SELECT other.video_id, count(*)::int AS buyers
    FROM (
      SELECT consumer_id FROM sales WHERE video_id = $1 AND status = 'completed'
      ORDER BY created_at DESC, id DESC LIMIT $2
    ) buyer CROSS JOIN LATERAL (
      SELECT video_id FROM sales WHERE consumer_id = buyer.consumer_id AND status = 'completed'
        AND video_id <> $3
      ORDER BY created_at DESC, id DESC LIMIT $4
    ) other
    GROUP BY other.video_id ORDER BY buyers DESC, other.video_id LIMIT $5
;
SELECT page.*, later.cents AS later, 
  coalesce(full_name, '') AS full_name, users.suspended_at IS NOT NULL AS suspended,
  coalesce(payment_method, 'pix') AS payment_method, pix_key, bank_name, bank_account_number, card_last4,
  card_holder_name, change.replaced, change.changed_at, change.effective_at
    FROM (
      SELECT * FROM (
        SELECT creator_id,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'creator'), 0)::bigint AS owed,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'creator_held'), 0)::bigint AS held,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'in_transit'), 0)::bigint AS transit
        FROM ledger_balances
        WHERE currency = 'BRL' AND account IN ('creator', 'creator_held', 'in_transit')
        GROUP BY creator_id HAVING bool_or(balance_cents <> 0)
      ) everyone
      WHERE (owed, creator_id) < ($1, $2) ORDER BY owed DESC, creator_id DESC LIMIT $3
    ) page
    JOIN users ON users.id = page.creator_id
    LEFT JOIN creator_profiles ON user_id = page.creator_id
    CROSS JOIN LATERAL 
  (SELECT coalesce(sum(greatest(released.cents, 0)), 0)::bigint AS cents FROM (
     SELECT sum(amount_cents) AS cents FROM ledger_lines
     WHERE creator_id = page.creator_id AND currency = 'BRL' AND account = 'creator' AND available_at > $4
     GROUP BY available_at) AS released) AS later
    
  LEFT JOIN LATERAL (
    SELECT replaced, changed_at, effective_at FROM payout_details_changes
    WHERE creator_id = page.creator_id AND cancelled_at IS NULL ORDER BY id DESC LIMIT 1
  ) change ON true
    ORDER BY owed DESC, page.creator_id DESC
;
SELECT page.*, later.cents AS later, 
  coalesce(full_name, '') AS full_name, users.suspended_at IS NOT NULL AS suspended,
  coalesce(payment_method, 'pix') AS payment_method, pix_key, bank_name, bank_account_number, card_last4,
  card_holder_name, change.replaced, change.changed_at, change.effective_at
    FROM (
      SELECT * FROM (
        SELECT creator_id,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'creator'), 0)::bigint AS owed,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'creator_held'), 0)::bigint AS held,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'in_transit'), 0)::bigint AS transit
        FROM ledger_balances
        WHERE currency = 'BRL' AND account IN ('creator', 'creator_held', 'in_transit')
        GROUP BY creator_id HAVING bool_or(balance_cents <> 0)
      ) everyone
      WHERE true ORDER BY owed DESC, creator_id DESC LIMIT $1
    ) page
    JOIN users ON users.id = page.creator_id
    LEFT JOIN creator_profiles ON user_id = page.creator_id
    CROSS JOIN LATERAL 
  (SELECT coalesce(sum(greatest(released.cents, 0)), 0)::bigint AS cents FROM (
     SELECT sum(amount_cents) AS cents FROM ledger_lines
     WHERE creator_id = page.creator_id AND currency = 'BRL' AND account = 'creator' AND available_at > $2
     GROUP BY available_at) AS released) AS later
    
  LEFT JOIN LATERAL (
    SELECT replaced, changed_at, effective_at FROM payout_details_changes
    WHERE creator_id = page.creator_id AND cancelled_at IS NULL ORDER BY id DESC LIMIT 1
  ) change ON true
    ORDER BY owed DESC, page.creator_id DESC
;
SELECT payload FROM graphile_worker._private_jobs JOIN graphile_worker._private_tasks task ON task.id = task_id
      WHERE identifier = 'copy-youtube-thumbnail' AND key = $1
;
SELECT payload->>'key' AS key FROM graphile_worker._private_jobs AS jobs
        JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
        WHERE identifier = 'remove-replaced-file'
;
SELECT payload->>'key' AS key FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE tasks.identifier = 'remove-unused-trailer' ORDER BY jobs.id DESC LIMIT 1
;
SELECT payment_method AS method, count(*) AS sales, sum(sale.amount_cents)::bigint AS "amountCents",
      sum(platform_fee_cents - (2 * platform_fee_cents * taken.cents + sale.amount_cents) / (2 * sale.amount_cents))::bigint
        AS "platformCents",
      coalesce(sum(provider_fee_cents), 0)::bigint AS "providerCents"
    FROM sales sale
    LEFT JOIN (
      SELECT sale_id, sum(amount_cents) AS cents FROM (
        SELECT sale_id, amount_cents FROM refunds WHERE status <> 'failed'
        UNION ALL SELECT sale_id, amount_cents FROM disputes WHERE status = 'lost'
      ) gone GROUP BY sale_id
    ) back ON back.sale_id = sale.id
    CROSS JOIN LATERAL (SELECT least(sale.amount_cents, coalesce(back.cents, 0))::bigint AS cents) taken
    WHERE paid_at >= $1 AND currency = 'BRL' AND NOT duplicate
    GROUP BY payment_method ORDER BY sum(sale.amount_cents) DESC
;
SELECT pg_advisory_xact_lock(hashtext('ensure_first_admin'))
;
SELECT pg_advisory_xact_lock(hashtextextended('creator handles', 0))
;
SELECT pg_advisory_xact_lock(hashtextextended('sale ' || $1::uuid || ' ' || $2::uuid, 0))
;
SELECT pg_backend_pid() AS own, ARRAY(SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)
        AND usename = current_user AND application_name = current_setting('application_name')) AS known
;
SELECT pg_backend_pid() AS pid
;
SELECT pg_notify('shown_pages', '')
;
SELECT pg_sleep(10)
;
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
;
SELECT pg_try_advisory_xact_lock($1) AS ours
;
SELECT pg_try_advisory_xact_lock(hashtext('reconciliation')) AS free
;
SELECT proved_until::text AS at FROM ledger_checkpoint
;
SELECT provider_type, category, count(*) AS movements, sum(net_cents)::bigint AS net_cents,
      sum(fee_cents)::bigint AS fee_cents
    FROM provider_movements WHERE created_at >= $1 AND currency = $2
    GROUP BY provider_type, category ORDER BY count(*) DESC, provider_type, category
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM graphile_worker._private_job_queues AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM graphile_worker._private_jobs AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM graphile_worker._private_known_crontabs AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM graphile_worker._private_tasks AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM graphile_worker.migrations AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.account_erasures AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.audit_entries AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.consumer_profiles AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.conversions AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.creator_figures AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.creator_handles AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.creator_profiles AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.creator_students AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.data_exports AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.disputes AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.email_confirmations AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.handed_over_mails AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.job_runners AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.kysely_migration AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.kysely_migration_lock AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_adjustments AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_balances AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_checkpoint AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_days AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_entries AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_lines AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_proofs AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_proved_balances AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_proved_days AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.ledger_touched AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.mail_choices AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.mails AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.passkey_challenges AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.passkeys AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.password_resets AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.payment_events AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.payout_batches AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.payout_details_changes AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.payouts AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.provider_movements AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.publications AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.rate_limits AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.reconciliation_differences AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.reconciliations AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.recovery_codes AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.refunds AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.resumable_uploads AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.retired_handles AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.review_reports AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.reviews AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.running_counts AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.sales AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.second_factor_removals AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.second_factors AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.sessions AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.share_pictures AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.shop_words AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.terms_acceptances AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.topics AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.unfinished_sign_ins AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.user_roles AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.users AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.video_streams AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.video_views AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.videos AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT row FROM (SELECT row_to_json(kept)::text AS row FROM public.watch_positions AS kept) AS rows
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE strpos(lower(row), text) > 0)
;
SELECT set_config('idle_in_transaction_session_timeout', $1, true)
;
SELECT string_agg(query_to_xml(format('SELECT * FROM %I.%I', schemaname, tablename), true, true, '')::text, '') AS rows
    FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')
;
SELECT sum(balance_cents) FILTER (WHERE account IN ('platform', 'creator', 'in_transit', 'paid_out'))::bigint
      AS revenue, sum(balance_cents) FILTER (WHERE account = 'platform')::bigint AS fee
    FROM ledger_balances
;
SELECT t::text AS row FROM graphile_worker._private_job_queues AS t
;
SELECT t::text AS row FROM graphile_worker._private_jobs AS t
;
SELECT t::text AS row FROM graphile_worker._private_known_crontabs AS t
;
SELECT t::text AS row FROM graphile_worker._private_tasks AS t
;
SELECT t::text AS row FROM graphile_worker.migrations AS t
;
SELECT t::text AS row FROM public.account_erasures AS t
;
SELECT t::text AS row FROM public.audit_entries AS t
;
SELECT t::text AS row FROM public.consumer_profiles AS t
;
SELECT t::text AS row FROM public.conversions AS t
;
SELECT t::text AS row FROM public.creator_figures AS t
;
SELECT t::text AS row FROM public.creator_handles AS t
;
SELECT t::text AS row FROM public.creator_profiles AS t
;
SELECT t::text AS row FROM public.creator_students AS t
;
SELECT t::text AS row FROM public.data_exports AS t
;
SELECT t::text AS row FROM public.disputes AS t
;
SELECT t::text AS row FROM public.email_confirmations AS t
;
SELECT t::text AS row FROM public.handed_over_mails AS t
;
SELECT t::text AS row FROM public.job_runners AS t
;
SELECT t::text AS row FROM public.kysely_migration AS t
;
SELECT t::text AS row FROM public.kysely_migration_lock AS t
;
SELECT t::text AS row FROM public.ledger_adjustments AS t
;
SELECT t::text AS row FROM public.ledger_balances AS t
;
SELECT t::text AS row FROM public.ledger_checkpoint AS t
;
SELECT t::text AS row FROM public.ledger_days AS t
;
SELECT t::text AS row FROM public.ledger_entries AS t
;
SELECT t::text AS row FROM public.ledger_lines AS t
;
SELECT t::text AS row FROM public.ledger_proofs AS t
;
SELECT t::text AS row FROM public.ledger_proved_balances AS t
;
SELECT t::text AS row FROM public.ledger_proved_days AS t
;
SELECT t::text AS row FROM public.ledger_touched AS t
;
SELECT t::text AS row FROM public.mail_choices AS t
;
SELECT t::text AS row FROM public.mails AS t
;
SELECT t::text AS row FROM public.passkey_challenges AS t
;
SELECT t::text AS row FROM public.passkeys AS t
;
SELECT t::text AS row FROM public.password_resets AS t
;
SELECT t::text AS row FROM public.payment_events AS t
;
SELECT t::text AS row FROM public.payout_batches AS t
;
SELECT t::text AS row FROM public.payout_details_changes AS t
;
SELECT t::text AS row FROM public.payouts AS t
;
SELECT t::text AS row FROM public.provider_movements AS t
;
SELECT t::text AS row FROM public.publications AS t
;
SELECT t::text AS row FROM public.rate_limits AS t
;
SELECT t::text AS row FROM public.reconciliation_differences AS t
;
SELECT t::text AS row FROM public.reconciliations AS t
;
SELECT t::text AS row FROM public.recovery_codes AS t
;
SELECT t::text AS row FROM public.refunds AS t
;
SELECT t::text AS row FROM public.resumable_uploads AS t
;
SELECT t::text AS row FROM public.retired_handles AS t
;
SELECT t::text AS row FROM public.review_reports AS t
;
SELECT t::text AS row FROM public.reviews AS t
;
SELECT t::text AS row FROM public.running_counts AS t
;
SELECT t::text AS row FROM public.sales AS t
;
SELECT t::text AS row FROM public.second_factor_removals AS t
;
SELECT t::text AS row FROM public.second_factors AS t
;
SELECT t::text AS row FROM public.sessions AS t
;
SELECT t::text AS row FROM public.share_pictures AS t
;
SELECT t::text AS row FROM public.shop_words AS t
;
SELECT t::text AS row FROM public.terms_acceptances AS t
;
SELECT t::text AS row FROM public.topics AS t
;
SELECT t::text AS row FROM public.unfinished_sign_ins AS t
;
SELECT t::text AS row FROM public.user_roles AS t
;
SELECT t::text AS row FROM public.users AS t
;
SELECT t::text AS row FROM public.video_streams AS t
;
SELECT t::text AS row FROM public.video_views AS t
;
SELECT t::text AS row FROM public.videos AS t
;
SELECT t::text AS row FROM public.watch_positions AS t
;
SELECT tasks.identifier AS task FROM graphile_worker._private_jobs AS jobs
      JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
      WHERE payload->>'uid' = $1
;
SELECT tasks.identifier AS task FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE strpos(payload::text, $1) > 0 ORDER BY jobs.id
;
SELECT tasks.identifier AS task, payload, run_at AS "runAt"
    FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE strpos(payload::text, $1) > 0 AND tasks.identifier IN ('convert-video', 'remove-replaced-file') ORDER BY jobs.id
;
SELECT tasks.identifier, jobs.payload, jobs.attempts, jobs.max_attempts, jobs.last_error,
      extract(epoch FROM jobs.run_at - now())::float8 AS seconds
    FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE tasks.identifier <> 'sweep' ORDER BY jobs.id
;
SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(amount_cents)::bigint AS cents,
      count(*) FILTER (WHERE reason = 'sale' AND amount_cents > 0) AS sales
    FROM (
      SELECT (line.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, line.amount_cents, entry.reason
      FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
      WHERE line.creator_id = $1 AND line.currency = 'BRL'
        AND line.account IN ('creator', 'creator_held', 'in_transit', 'paid_out')
        AND line.created_at >= $2::timestamp AT TIME ZONE 'America/Sao_Paulo'
        AND entry.reason NOT IN ('payout', 'return', 'writeOff', 'repayment')
    ) AS earned
    GROUP BY earned.day ORDER BY earned.day
;
SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(platform_cents + creators_cents)::bigint AS cents,
      sum(sales)::bigint AS sales
    FROM ledger_days WHERE currency = 'BRL' AND day >= $1::date
    GROUP BY ledger_days.day ORDER BY ledger_days.day
;
SELECT to_char(line.created_at AT TIME ZONE interval '-3 hours', 'YYYY-MM') AS month, 
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held', 'platform', 'platform_held') AND reason = 'sale'), 0)::bigint AS "grossCents",
  coalesce(-sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held', 'platform', 'platform_held') AND reason NOT IN ('payout', 'return', 'adjustment', 'writeOff', 'repayment') AND reason <> 'sale'), 0)::bigint AS "backCents",
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('platform', 'platform_held') AND reason NOT IN ('payout', 'return', 'adjustment', 'writeOff', 'repayment')), 0)::bigint AS "commissionCents",
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held') AND reason NOT IN ('payout', 'return', 'adjustment', 'writeOff', 'repayment')), 0)::bigint AS "earnedCents",
  coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'creator_held') AND reason IN ('adjustment', 'writeOff', 'repayment')), 0)::bigint AS "adjustedCents",
  coalesce(sum(amount_cents) FILTER (WHERE account = 'paid_out' AND reason IN ('payout', 'return')), 0)::bigint AS "paidCents"
    FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
    WHERE line.creator_id = $1::uuid AND line.currency = 'BRL'
      AND line.created_at >= $2 AND line.created_at < $3
    GROUP BY 1 ORDER BY 1
;
SELECT what, off_by_cents FROM ledger_violations
;
SELECT word FROM near_words($1, $2) AS word
;
UPDATE creator_profiles SET tax_id = NULL WHERE id IN (
      SELECT creator_profiles.id FROM creator_profiles JOIN users ON users.id = user_id
      WHERE erased_at < $1 AND tax_id IS NOT NULL LIMIT $2)
;
UPDATE creator_profiles SET tax_id = NULL WHERE user_id = $1
      AND NOT EXISTS (SELECT FROM ledger_lines WHERE ledger_lines.creator_id = $2)
;
UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'planted' WHERE task_id = (
    SELECT id FROM graphile_worker._private_tasks WHERE identifier = $1)
;
UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'alive' WHERE task_id = (
    SELECT id FROM graphile_worker._private_tasks WHERE identifier = $1)
;
UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead' WHERE task_id = (
    SELECT id FROM graphile_worker._private_tasks WHERE identifier = $1)
;
UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now(), attempts = attempts + 1
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'send-recovery-mail')
;
UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL WHERE id = $1
;
UPDATE graphile_worker._private_jobs SET run_at = now()
;
UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()
;
UPDATE job_runners SET seen_at = now() + interval '1 minute' WHERE id = 'pool-alive'
;
UPDATE job_runners SET seen_at = now() - interval '1 minute', steady_since = now() - interval '1 hour'
;
UPDATE job_runners SET seen_at = seen_at - interval '1 minute' WHERE id = $1
;
UPDATE job_runners SET steady_since = steady_since - interval '1 minute'
;
UPDATE ledger_balances SET balance_cents = balance_cents + $1 WHERE creator_id = $2 AND account = 'creator'
;
UPDATE ledger_balances SET balance_cents = balance_cents + 1 WHERE account = 'platform'
;
UPDATE ledger_balances SET balance_cents = balance_cents + 1 WHERE creator_id = $1 AND account = 'creator'
;
UPDATE ledger_balances SET balance_cents = balance_cents - 1 WHERE creator_id = $1 AND account = 'creator'
;
UPDATE ledger_checkpoint SET proved_until = '999999999'
;
UPDATE ledger_days SET platform_cents = platform_cents + 1 WHERE day = '2026-11-10'
;
UPDATE ledger_days SET platform_cents = platform_cents + 5, creators_cents = creators_cents - 5 WHERE day = '2026-11-10'
;
UPDATE ledger_days SET sales = sales - 1 WHERE day = '2026-11-10'
;
UPDATE ledger_lines SET amount_cents = amount_cents + 1 WHERE account = 'platform'
      AND entry_id = (SELECT id FROM ledger_entries WHERE sale_id = $1)
;
UPDATE ledger_lines SET amount_cents = amount_cents + 1 WHERE id = (SELECT min(id) FROM ledger_lines WHERE account = 'creator')
;
UPDATE ledger_lines SET amount_cents = amount_cents - 1 WHERE account = 'platform'
      AND entry_id = (SELECT id FROM ledger_entries WHERE sale_id = $1)
;
UPDATE ledger_lines SET balance_after_cents = balance_after_cents + 1 WHERE creator_id = $1 AND account = 'creator'
;
UPDATE ledger_lines SET balance_after_cents = balance_after_cents - 1 WHERE creator_id = $1 AND account = 'creator'
;
UPDATE mails SET facts = '{}' WHERE facts <> '{}'
      AND sale_id IN (SELECT sales.id FROM sales WHERE consumer_id = $1)
;
UPDATE mails SET status = 'sent', ended_at = now(), sent_to = $1 WHERE user_id = $2
;
UPDATE payment_events SET body = NULL, payload = '{}' WHERE id = $1 AND EXISTS (
      SELECT FROM sales JOIN users ON users.id = consumer_id WHERE sales.id = $2 AND erased_at IS NOT NULL)
;
UPDATE payment_events SET body = NULL, payload = '{}' WHERE id IN (
      SELECT id FROM payment_events
      WHERE settled_at IS NOT NULL AND (body IS NOT NULL OR payload <> '{}') AND received_at < $1
      ORDER BY received_at LIMIT $2)
;
UPDATE payment_events SET body = NULL, payload = '{}' WHERE id IN (
      SELECT payment_events.id FROM payment_events JOIN sales ON sales.id = sale_id
      WHERE consumer_id = $1 AND settled_at IS NOT NULL AND (body IS NOT NULL OR payload <> '{}')
      LIMIT $2)
;
UPDATE payouts SET payee_name = $1, pix_key = NULL, bank_name = NULL, bank_account_number = NULL,
      card_last4 = NULL, card_holder_name = NULL,
      failure = CASE WHEN failure IS NOT NULL THEN $2 END,
      return_reason = CASE WHEN return_reason IS NOT NULL THEN $3 END
    WHERE creator_id = $4
;
UPDATE payouts SET status = $1, bank_reference = $2,
      decided_at = CASE WHEN $3::text IS NULL THEN NULL ELSE now() END,
      decided_by = CASE WHEN $4::text IS NULL THEN NULL ELSE $5::uuid END
      WHERE id = $6
;
UPDATE payouts SET status = 'returned', returned_at = now(), returned_by = $1::uuid,
    return_reason = 'x' WHERE id = $2
;
UPDATE provider_movements SET amount_cents = amount_cents + $1, net_cents = net_cents + $2
        WHERE sale_id = $3 AND category = 'charge'
;
UPDATE rate_limits SET points = GREATEST(points - 1, 0) WHERE key = $1 AND expire > $2
;
UPDATE refunds SET amount_cents = amount_cents + 1 WHERE status = 'succeeded'
;
UPDATE reviews SET reply = NULL, replied_at = NULL WHERE id IN (
      SELECT id FROM reviews WHERE creator_id = $1 AND reply IS NOT NULL LIMIT $2)
;
UPDATE running_counts SET number = number + 1 WHERE ctid = (SELECT min(ctid) FROM running_counts)
;
UPDATE videos SET creator_suspended = false WHERE creator_id = $1
;
UPDATE videos SET creator_suspended = true WHERE creator_id = $1
;
UPDATE videos SET deleted_at = NULL WHERE id = $1
;
UPDATE videos SET deleted_at = now() WHERE id = $1
;
UPDATE videos SET published_at = NULL WHERE creator_id = $1
;
UPDATE videos SET suspended_at = NULL WHERE id = $1
;
UPDATE videos SET suspended_at = now() WHERE id = $1
;
UPDATE videos SET title = 'Outro' WHERE id = $1
;
WITH changed AS (
      SELECT details FROM payout_details_changes, unnest(ARRAY[replaced, chosen]) AS details WHERE creator_id = $1
    )
    SELECT DISTINCT kind, text FROM (
      SELECT 'email' AS kind, actor_email AS text FROM audit_entries WHERE actor_id = $2
      UNION ALL SELECT 'email', unnest(ARRAY[email, sent_to]) FROM mails WHERE user_id = $3
      UNION ALL SELECT 'email', unnest(ARRAY[email, replaces]) FROM email_confirmations WHERE user_id = $4
      UNION ALL SELECT 'name', unnest(ARRAY[payee_name, card_holder_name]) FROM payouts WHERE creator_id = $5
      UNION ALL SELECT 'name', details ->> 'card_holder_name' FROM changed
      UNION ALL SELECT 'destination', unnest(ARRAY[pix_key, bank_account_number]) FROM payouts WHERE creator_id = $6
      UNION ALL SELECT 'destination', unnest(ARRAY[details ->> 'pix_key', details ->> 'bank_account_number']) FROM changed
    ) AS known
    WHERE text IS NOT NULL AND NOT (kind = 'email' AND EXISTS (
      SELECT FROM users WHERE lower(users.email) = lower(text) AND users.id <> $7))
;
WITH compared AS (
      SELECT id, finished_at FROM reconciliations WHERE finished_at IS NOT NULL AND failure IS NULL
      ORDER BY id DESC LIMIT 1)
    SELECT count(*) AS "eventsWaiting",
      coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS "oldestEventSeconds",
      coalesce((SELECT violations FROM ledger_proofs WHERE violations IS NOT NULL ORDER BY id DESC LIMIT 1), 0)
        AS "ledgerViolations",
      (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = (SELECT id FROM compared))
        AS "providerDifferences",
      coalesce((SELECT extract(epoch FROM now() - finished_at) FROM compared), 0)::float8 AS "comparisonAgeSeconds"
    FROM payment_events WHERE settled_at IS NULL
;
WITH due AS (
      SELECT video_id FROM video_streams WHERE check_at <= $1
      ORDER BY check_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE video_streams SET check_at = $3 FROM due
      WHERE video_streams.video_id = due.video_id RETURNING video_streams.video_id
    )
    SELECT videos.id AS "videoId", cloudflare_video_id AS uid
    FROM claimed JOIN videos ON videos.id = claimed.video_id
    WHERE cloudflare_video_id IS NOT NULL
;
WITH gone AS (
      DELETE FROM job_runners WHERE seen_at < now() - make_interval(secs => $1) AND EXISTS (
        SELECT FROM job_runners AS own
        WHERE own.id = $2 AND own.steady_since <= now() - make_interval(secs => $3))
      RETURNING id
    )
    SELECT count(*)::integer AS gone, graphile_worker.force_unlock_workers(array_agg(id)) IS NULL AS unlocked
    FROM gone HAVING count(*) > 0
;
WITH gone AS (DELETE FROM job_runners WHERE id = ANY($1::text[]))
    SELECT graphile_worker.force_unlock_workers($2::text[])
;
WITH left_behind AS (
      SELECT id, locked_by FROM graphile_worker._private_jobs
      WHERE locked_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM job_runners AS runner
        WHERE runner.id = locked_by AND seen_at > now() - make_interval(secs => $1))
    ), unlocked AS (
      SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM left_behind HAVING count(*) > 0
    )
    SELECT id FROM left_behind, unlocked ORDER BY id
;
WITH page AS (
      SELECT id, settled_at, lower(coalesce(payload::text, encode(body, 'escape'))) AS content FROM payment_events
      WHERE sale_id IS NULL AND id > $1 ORDER BY id LIMIT $2
    ), wanted AS (
      SELECT lower(wanted) AS text FROM unnest($3::text[]) AS wanted
      UNION SELECT lower(known) FROM sales, unnest(ARRAY[provider_payment_id, provider_charge_id, provider_checkout_id]) AS known
        WHERE consumer_id = $4 AND known IS NOT NULL
    ), emptied AS (
      UPDATE payment_events SET body = NULL, payload = '{}' FROM page
      WHERE payment_events.id = page.id AND page.settled_at IS NOT NULL
        AND EXISTS (SELECT FROM wanted WHERE strpos(content, wanted.text) > 0)
      RETURNING payment_events.id
    )
    SELECT max(id) AS last FROM page
;
delete from "account_erasures" where "user_id" = $1
;
delete from "account_erasures" where "user_id" = $1 and "begun_at" is null
;
delete from "consumer_profiles" where "user_id" = $1
;
delete from "conversions" where "video_id" = $1
;
delete from "creator_handles" where "creator_id" = $1 and "handle" != $2
;
delete from "data_exports" where "id" = $1
;
delete from "email_confirmations" where "expires_at" <= $1
;
delete from "email_confirmations" where "token_hash" = $1 and "user_id" = $2 and "expires_at" > $3 returning "email", "replaces"
;
delete from "graphile_worker"._private_jobs as jobs
using unnest($1::bigint[]) n(n)
where id = n
;
delete from "graphile_worker"._private_jobs as jobs
where id = $1::bigint
;
delete from "handed_over_mails" where "handed_over_at" < now() - make_interval(days => $1)
;
delete from "handed_over_mails" where "job_id" = $1 and "job_revision" = $2
;
delete from "mails" where "id" in (select "id" from "mails" where "ended_at" < $1 order by "ended_at" limit $2)
;
delete from "passkey_challenges" where "challenge" = $1 and "purpose" = $2 and "user_id" is not distinct from $3 and "expires_at" > $4
;
delete from "passkey_challenges" where "expires_at" <= $1
;
delete from "passkeys" using "users" where "users"."id" = "passkeys"."user_id" and "users"."id" = $1 and "users"."email_verified_at" is null
;
delete from "passkeys" where "id" = $1 and "user_id" = $2 returning "name"
;
delete from "password_resets" where "token_hash" = $1 returning "user_id", "expires_at"
;
delete from "password_resets" where "token_hash" in (select "token_hash" from "password_resets" where "expires_at" < $1 limit $2)
;
delete from "password_resets" where "user_id" = $1
;
delete from "payment_events"
;
delete from "payout_details_changes" using "users" where "users"."id" = "payout_details_changes"."creator_id" and "users"."id" = $1 and "users"."email_verified_at" is null
;
delete from "publications" where "published_at" < $1
;
delete from "reconciliations" where "failure" is not null
;
delete from "recovery_codes" where "user_id" = $1 and "code_digest" in ($2)
;
delete from "refunds" where "sale_id" = $1
;
delete from "resumable_uploads" where "video_id" = $1
;
delete from "reviews" where "video_id" = $1 and "author_id" = $2 and "hidden_at" is null returning "id", "rating"
;
delete from "sales" where "video_id" = $1
;
delete from "second_factor_removals" where "user_id" = $1
;
delete from "second_factor_removals" where (("proved_at" is null and "asked_at" <= $1) or ("allowed_at" is null and "proved_at" <= $2))
;
delete from "second_factors" using "users" where "users"."id" = "second_factors"."user_id" and "users"."id" = $1 and "users"."email_verified_at" is null
;
delete from "second_factors" where "user_id" = $1
;
delete from "second_factors" where "user_id" = $1 returning "confirmed_at"
;
delete from "sessions"
;
delete from "sessions" where "id_hash" in (select "id_hash" from "sessions" where "expires_at" <= $1 limit $2)
;
delete from "sessions" where "user_id" = $1
;
delete from "sessions" where "user_id" = $1 and "id_hash" != $2
;
delete from "sessions" where "user_id" = $1 and "public_id" = $2 and "id_hash" != $3
;
delete from "sessions" where ("sessions"."id_hash" = $1 or ("sessions"."former_id_hash" = $2 and "sessions"."former_until" > $3)) returning "user_id"
;
delete from "share_pictures" where "storage_key" = $1
;
delete from "unfinished_sign_ins" where "expires_at" <= $1
;
delete from "unfinished_sign_ins" where "id_hash" = $1
;
delete from "unfinished_sign_ins" where "user_id" = $1
;
delete from "user_roles"
;
delete from "user_roles" where "user_id" = $1
;
delete from "user_roles" where "user_id" = $1 and "role" = $2
;
delete from "users" where "id" = $1
;
delete from "videos" where "creator_id" = $1
;
delete from "videos" where "id" = $1
;
delete from "videos" where "id" = $1 and "published_at" is null
;
delete from "videos" where "id" = $1 and not EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id)
;
delete from "videos" where "id" in ($1, $2, $3, $4)
;
delete from "watch_positions" where "user_id" = $1 and "video_id" = $2
;
insert into "account_erasures" ("user_id", "locale", "due_at", "requested_at", "keep_reviews", "begun_at", "finished_at") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("user_id") do update set "due_at" = $8, "requested_at" = $9, "keep_reviews" = $10, "begun_at" = $11, "finished_at" = $12
;
insert into "account_erasures" ("user_id", "locale", "keep_reviews", "requested_at", "due_at") values ($1, $2, $3, $4, $5)
;
insert into "account_erasures" ("user_id", "locale", "keep_reviews", "requested_at", "due_at", "begun_at") values ($1, $2, $3, $4, $5, $6)
;
insert into "account_erasures" ("user_id", "requested_at", "due_at", "locale", "keep_reviews") values ($1, $2, $3, $4, $5) on conflict ("user_id") do nothing
;
insert into "audit_entries" ("created_at", "actor_id", "actor_email", "action", "target_kind", "target_id", "target_label", "address", "browser") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18), ($19, $20, $21, $22, $23, $24, $25, $26, $27)
;
insert into "audit_entries" ("created_at", "actor_id", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "before", "after", "reason") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
;
insert into "audit_entries" ("created_at", "actor_id", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "before", "after", "reason") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12)
;
insert into "audit_entries" ("created_at", "actor_id", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "before", "after", "reason") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12)
;
insert into "consumer_profiles" ("user_id", "full_name", "email") values ($1, $2, $3) on conflict ("user_id") do nothing
;
insert into "consumer_profiles" ("user_id", "full_name", "email") values ($1, $2, $3) on conflict do nothing
;
insert into "conversions" ("video_id", "state", "reason", "percent", "run_id", "updated_at") values ($1, $2, $3, $4, $5, $6) on conflict ("video_id") do update set "state" = $7, "reason" = $8, "percent" = $9, "run_id" = $10, "updated_at" = $11
;
insert into "conversions" ("video_id", "state", "reason", "percent", "run_id", "updated_at") values ($1, $2, $3, $4, $5, $6) on conflict ("video_id") do update set "state" = $7, "reason" = $8, "percent" = $9, "run_id" = $10, "updated_at" = $11 where ("conversions"."run_id" = $12 or "conversions"."run_id" is null)
;
insert into "creator_profiles" ("user_id", "full_name", "email", "country", "created_at") values ($1, $2, $3, $4, $5)
;
insert into "creator_profiles" ("user_id", "full_name", "email", "country", "currency", "pix_key", "bank_account_number", "bank_name", "card_last4") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict ("user_id") do nothing
;
insert into "creator_profiles" ("user_id", "full_name", "email", "country", "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
;
insert into "data_exports" ("id", "user_id", "locale", "storage_key", "requested_at") values ($1, $2, $3, $4, $5) on conflict ("user_id") do nothing
;
insert into "data_exports" ("id", "user_id", "locale", "storage_key", "requested_at", "ready_at", "bytes") values ($1, $2, $3, $4, $5, $6, $7)
;
insert into "disputes" ("id", "sale_id", "amount_cents", "status", "reason", "created_at", "told_at") values ($1, $2, $3, $4, $5, $6, $7)
;
insert into "disputes" ("sale_id", "amount_cents", "created_at", "id", "status", "reason") values ($1, $2, $3, $4, $5, $6)
;
insert into "email_confirmations" ("user_id", "token_hash", "email", "replaces", "created_at", "expires_at") values ($1, $2, $3, $4, $5, $6) on conflict ("user_id") do update set "token_hash" = $7, "email" = $8, "replaces" = $9, "created_at" = $10, "expires_at" = $11
;
insert into "graphile_worker"._private_tasks as tasks (identifier) select unnest($1::text[]) on conflict do nothing
;
insert into "handed_over_mails" ("job_id", "job_revision") values ($1, $2) on conflict do nothing
;
insert into "ledger_adjustments" ("id", "creator_id", "kind", "amount_cents", "reason", "created_by", "created_at") values ($1, $2, $3, $4, $5, $6, $7)
;
insert into "ledger_entries" ("reason", "sale_id", "payout_id", "adjustment_id", "created_at") values ($1, $2, $3, $4, $5) returning "id"
;
insert into "ledger_lines" ("entry_id", "creator_id", "account", "currency", "amount_cents", "available_at", "balance_after_cents", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8), ($9, $10, $11, $12, $13, $14, $15, $16)
;
insert into "ledger_proofs" ("whole", "started_at") values ($1, $2) returning "id"
;
insert into "ledger_proofs" ("whole", "started_at", "finished_at", "violations") values ($1, $2, $3, $4)
;
insert into "mail_choices" ("user_id", "choice", "value") select "users"."id", $1::text as "choice", $2::text as "value" from "users" where "users"."id" = $3 on conflict ("user_id", "choice") do update set "value" = $4
;
insert into "mail_choices" ("user_id", "choice", "value") values ($1, $2, $3) on conflict ("user_id", "choice") do update set "value" = $4
;
insert into "mails" ("kind", "key", "email", "locale", "facts", "sale_id") values ($1, $2, $3, $4, $5::jsonb, $6) on conflict ("key") do nothing returning "id"
;
insert into "mails" ("kind", "key", "user_id", "facts", "sale_id") values ($1, $2, $3, $4::jsonb, $5) on conflict ("key") do nothing returning "id"
;
insert into "mails" ("kind", "key", "user_id", "facts", "sale_id", "send_at") values ($1, $2, $3, $4::jsonb, $5, $6) on conflict ("key") do nothing returning "id"
;
insert into "passkey_challenges" ("challenge", "purpose", "user_id", "expires_at") values ($1, $2, $3, $4)
;
insert into "passkeys" ("id", "user_id", "public_key", "counter", "transports", "name", "created_at") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("id") do nothing
;
insert into "password_resets" ("token_hash", "expires_at", "user_id") values ($1, $2, $3), ($4, $5, $6)
;
insert into "password_resets" ("user_id", "token_hash", "created_at", "expires_at") values ($1, $2, $3, $4) on conflict ("user_id") do update set "token_hash" = $5, "created_at" = $6, "expires_at" = $7
;
insert into "payment_events" ("id", "provider_type", "body", "payload", "received_at") values ($1, $2, $3, $4, $5) on conflict ("id") do update set "provider_type" = $6, "body" = $7, "payload" = $8, "error" = $9, "settled_at" = $10 where "payment_events"."error" = $11
;
insert into "payment_events" ("id", "provider_type", "body", "payload", "received_at", "settled_at", "error", "attempts") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("id") do nothing returning "id"
;
insert into "payment_events" ("id", "provider_type", "payload") values ($1, $2, $3)
;
insert into "payment_events" ("id", "provider_type", "payload", "received_at") values ($1, $2, $3, $4)
;
insert into "payment_events" ("id", "provider_type", "received_at", "payload") values ($1, $2, $3, $4)
;
insert into "payout_batches" ("created_by", "created_at") values ($1, $2) returning "id"
;
insert into "payout_details_changes" ("creator_id", "replaced", "chosen", "changed_at", "effective_at") values ($1, $2::jsonb, $3::jsonb, $4, $5) returning "id"
;
insert into "payouts" ("payee_name", "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name", "batch_id", "creator_id", "amount_cents", "status", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning "id"
;
insert into "reconciliation_differences" ("reconciliation_id", "what", "subject", "sale_id", "amount_cents", "currency") values ($1, $2, $3, $4, $5, $6)
;
insert into "reconciliations" ("since", "started_at") values ($1, $2) returning "id"
;
insert into "reconciliations" ("since", "started_at", "finished_at") values ($1, $2, $3)
;
insert into "reconciliations" ("since", "started_at", "finished_at", "failure") values ($1, $2, $3, $4)
;
insert into "recovery_codes" ("user_id", "code_digest") values ($1, $2), ($3, $4), ($5, $6), ($7, $8), ($9, $10), ($11, $12), ($13, $14), ($15, $16), ($17, $18), ($19, $20)
;
insert into "refunds" ("sale_id", "amount_cents", "created_at", "status", "channel", "reason") values ($1, $2, $3, $4, $5, $6)
;
insert into "refunds" ("sale_id", "amount_cents", "status", "channel", "reason") values ($1, $2, $3, $4, $5)
;
insert into "refunds" ("sale_id", "amount_cents", "status", "channel", "reason") values ($1, $2, $3, $4, $5) returning "id"
;
insert into "refunds" ("sale_id", "amount_cents", "status", "channel", "reason", "created_at") values ($1, $2, $3, $4, $5, $6) returning "id"
;
insert into "refunds" ("sale_id", "amount_cents", "status", "channel", "reason", "note", "pix_key", "provider_message", "requested_by", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning "id"
;
insert into "refunds" ("sale_id", "amount_cents", "status", "channel", "reason", "requested_by", "note", "pix_key", "requested_locale", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning "id"
;
insert into "refunds" ("sale_id", "provider_refund_id", "amount_cents", "status", "failure", "provider_message", "channel", "reason", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id"
;
insert into "resumable_uploads" ("video_id", "bytes", "file_mark", "write_handle") values ($1, $2, $3, $4)
;
insert into "review_reports" ("review_id", "reporter_id", "reason") values ($1, $2, $3)
;
insert into "review_reports" ("review_id", "reporter_id", "reason", "created_at") values ($1, $2, $3, $4) on conflict ("review_id", "reporter_id") do nothing returning "review_id"
;
insert into "reviews" ("video_id", "creator_id", "author_id", "rating", "text") values ($1, $2, $3, $4, $5) returning "id"
;
insert into "reviews" ("video_id", "creator_id", "author_id", "rating", "text", "created_at", "updated_at") select "videos"."id", "videos"."creator_id", "sales"."consumer_id", $1::smallint as "rating", $2::text as "text", $3::timestamptz as "created_at", $4::timestamptz as "updated_at" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "videos"."id" = $5 and "sales"."consumer_id" = $6 and "sales"."status" = $7 and "videos"."creator_id" != $8 on conflict ("video_id", "author_id") do update set "rating" = $9, "text" = $10, "updated_at" = $11, "deleted_at" = $12 returning "id", "creator_id"
;
insert into "sales" ("video_id", "consumer_id", "amount_cents", "currency", "platform_share_bp", "platform_fee_cents", "creator_earnings_cents", "checkout_title", "checkout_expires_at", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict ("consumer_id", "video_id") where "status" = $11 do nothing
;
insert into "sales" ("video_id", "consumer_id", "amount_cents", "currency", "platform_share_bp", "platform_fee_cents", "creator_earnings_cents", "status", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18), ($19, $20, $21, $22, $23, $24, $25, $26, $27), ($28, $29, $30, $31, $32, $33, $34, $35, $36), ($37, $38, $39, $40, $41, $42, $43, $44, $45), ($46, $47, $48, $49, $50, $51, $52, $53, $54), ($55, $56, $57, $58, $59, $60, $61, $62, $63), ($64, $65, $66, $67, $68, $69, $70, $71, $72), ($73, $74, $75, $76, $77, $78, $79, $80, $81), ($82, $83, $84, $85, $86, $87, $88, $89, $90), ($91, $92, $93, $94, $95, $96, $97, $98, $99), ($100, $101, $102, $103, $104, $105, $106, $107, $108), ($109, $110, $111, $112, $113, $114, $115, $116, $117), ($118, $119, $120, $121, $122, $123, $124, $125, $126), ($127, $128, $129, $130, $131, $132, $133, $134, $135), ($136, $137, $138, $139, $140, $141, $142, $143, $144), ($145, $146, $147, $148, $149, $150, $151, $152, $153), ($154, $155, $156, $157, $158, $159, $160, $161, $162), ($163, $164, $165, $166, $167, $168, $169, $170, $171), ($172, $173, $174, $175, $176, $177, $178, $179, $180), ($181, $182, $183, $184, $185, $186, $187, $188, $189), ($190, $191, $192, $193, $194, $195, $196, $197, $198), ($199, $200, $201, $202, $203, $204, $205, $206, $207), ($208, $209, $210, $211, $212, $213, $214, $215, $216)
;
insert into "sales" ("video_id", "consumer_id", "amount_cents", "currency", "platform_share_bp", "platform_fee_cents", "creator_earnings_cents", "status", "provider_checkout_id", "created_at", "paid_at", "completed_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning "id"
;
insert into "second_factor_removals" ("user_id", "asked_at") values ($1, $2) on conflict ("user_id") do update set "asked_at" = $3, "token_hash" = $4 where "second_factor_removals"."proved_at" is null
;
insert into "second_factors" ("user_id", "secret", "created_at") values ($1, $2, $3) on conflict ("user_id") do update set "secret" = $4, "created_at" = $5 where "second_factors"."confirmed_at" is null
;
insert into "second_factors" ("user_id", "secret", "created_at", "confirmed_at", "last_step") values ($1, $2, $3, $4, $5)
;
insert into "sessions" ("id_hash", "user_id", "expires_at") values ($1, $2, $3)
;
insert into "sessions" ("user_id", "id_hash", "user_agent", "created_at", "last_seen_at", "proved_at", "expires_at") select "users"."id", $1::text as "id_hash", $2::text as "user_agent", $3::timestamptz as "created_at", $4::timestamptz as "last_seen_at", $5::timestamptz as "proved_at", $6::timestamptz as "expires_at" from "users" where "users"."id" = $7 and "users"."password_hash" = $8 for share
;
insert into "sessions" ("user_id", "id_hash", "user_agent", "created_at", "last_seen_at", "proved_at", "expires_at") select "users"."id", $1::text as "id_hash", $2::text as "user_agent", $3::timestamptz as "created_at", $4::timestamptz as "last_seen_at", $5::timestamptz as "proved_at", $6::timestamptz as "expires_at" from "users" where "users"."id" = $7 for share
;
insert into "share_pictures" ("storage_key", "subject_id", "made_at") values ($1, $2, $3) on conflict do nothing
;
insert into "terms_acceptances" ("user_id", "version", "accepted_at") values ($1, $2, $3) on conflict do nothing
;
insert into "unfinished_sign_ins" ("user_id", "id_hash", "entrance", "target", "shown_price_cents", "expires_at") select "users"."id", $1::text as "id_hash", $2::text as "entrance", $3::text as "target", $4::integer as "shown_price_cents", $5::timestamptz as "expires_at" from "users" where "users"."id" = $6 and "users"."password_hash" = $7 for share
;
insert into "user_roles" ("user_id", "role") values ($1, $2)
;
insert into "user_roles" ("user_id", "role", "created_at") values ($1, $2, $3) on conflict do nothing
;
insert into "users" ("email", "google_sub", "google_name", "email_verified_at") values ($1, $2, $3, $4) on conflict do nothing returning "id"
;
insert into "users" ("email", "password_hash") values ($1, $2) on conflict do nothing returning "id"
;
insert into "video_streams" ("video_id", "begun_at", "check_at") values ($1, $2, $3)
;
insert into "video_streams" ("video_id", "begun_at", "sent_at") values ($1, $2, $3)
;
insert into "video_streams" ("video_id", "state", "has_mp4", "begun_at", "sent_at") values ($1, $2, $3, $4, $5)
;
insert into "video_views" ("video_id", "number") values ($1, $2) on conflict ("video_id") do update set "number" = "video_views"."number" + $3
;
insert into "videos" ("creator_id", "title", "description", "price_cents", "topic_slug", "spoken_language", "captions", "video_type", "youtube_url", "video_url", "thumbnail_url", "file_name", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning "id"
;
insert into "videos" ("creator_id", "title", "description", "price_cents", "topic_slug", "spoken_language", "captions", "video_type", "youtube_url", "video_url", "thumbnail_url", "file_name", "created_at", "outcomes", "preview_seconds", "preview_start", "preview_kind", "preview_status", "preview_key", "preview_source", "preview_length", "preview_youtube_id", "preview_clip", "preview_changed_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24) returning "id"
;
insert into "watch_positions" ("user_id", "video_id", "seconds") values ($1, $2, $3)
;
insert into "watch_positions" ("user_id", "video_id", "seconds", "updated_at") values ($1, $2, $3, $4) on conflict ("user_id", "video_id") do update set "seconds" = $5, "updated_at" = $6
;
select "account", "available_at", sum("amount_cents") as "cents", 
  (array_agg(available_at ORDER BY ledger_lines.id DESC) FILTER (WHERE account = 'creator' AND amount_cents > 0))[1] as "released_at" from "ledger_entries" inner join "ledger_lines" on "ledger_lines"."entry_id" = "ledger_entries"."id" where "sale_id" = $1 group by "account", "available_at"
;
select "account", "currency", "balance_cents" from "ledger_balances" where "creator_id" = $1 and "account" in ($2, $3, $4, $5) order by "currency", "account"
;
select "account", sum("amount_cents") as "cents" from "ledger_entries" inner join "ledger_lines" on "entry_id" = "ledger_entries"."id" where "sale_id" = $1 group by "account"
;
select "action" from "audit_entries" where "actor_id" = $1
;
select "action" from "audit_entries" where "target_id" = $1
;
select "action", "before", "after" from "audit_entries" where "actor_id" = $1
;
select "action", "before", "after" from "audit_entries" where "target_id" = $1 and "actor_id" = $2 order by "created_at"
;
select "action", "before", "after", "reason" from "audit_entries" where "actor_id" = $1 order by "created_at"
;
select "actor_id", "reason" from "audit_entries" where "action" = $1 and "target_id" = $2
;
select "amount_cents" from "refunds" where "sale_id" = $1 and "reason" = $2
;
select "amount_cents", "platform_fee_cents", "creator_earnings_cents", "status" from "sales" where "video_id" = $1
;
select "amount_cents", "provider_checkout_id" from "sales" where "video_id" = $1
;
select "asked_at", "proved_at", "allowed_at" from "second_factor_removals" where "user_id" = $1
;
select "audit_entries"."id", "audit_entries"."created_at", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "reason", "before", "after" from "audit_entries" where "audit_entries"."created_at" < ($1::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $2
;
select "audit_entries"."id", "audit_entries"."created_at", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "reason", "before", "after" from "audit_entries" where "audit_entries"."created_at" >= ($1::date)::timestamp AT TIME ZONE 'America/Sao_Paulo' AND "audit_entries"."created_at" < ($2::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' AND ("audit_entries"."created_at", "audit_entries"."id") < ($3, $4) and search_text LIKE fold_text($5) order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $6
;
select "audit_entries"."id", "audit_entries"."created_at", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "reason", "before", "after" from "audit_entries" where "audit_entries"."created_at" >= ($1::date)::timestamp AT TIME ZONE 'America/Sao_Paulo' AND "audit_entries"."created_at" < ($2::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' and search_text LIKE fold_text($3) order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $4
;
select "audit_entries"."id", "audit_entries"."created_at", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "reason", "before", "after" from "audit_entries" where ("audit_entries"."created_at", "audit_entries"."id") < ($1, $2) order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $3
;
select "audit_entries"."id", "audit_entries"."created_at", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "reason", "before", "after" from "audit_entries" where true and "action" = $1 order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $2
;
select "audit_entries"."id", "audit_entries"."created_at", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "reason", "before", "after" from "audit_entries" where true and search_text LIKE fold_text($1) order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $2
;
select "audit_entries"."id", "audit_entries"."created_at", "actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label", "reason", "before", "after" from "audit_entries" where true order by "audit_entries"."created_at" DESC, "audit_entries"."id" DESC limit $1
;
select "available_at", sum("amount_cents") as "cents" from "ledger_lines" inner join "ledger_entries" on "ledger_entries"."id" = "entry_id" where "sale_id" = $1 and "account" = $2 group by "available_at" having sum("amount_cents") <> $3
;
select "awaiting_code" from "sales" where "id" = $1
;
select "balance_cents" from "ledger_balances" where "creator_id" = $1 and "account" = $2 and "currency" = $3
;
select "body" from "payment_events" where "id" = $1
;
select "body", "payload", "error" from "payment_events" where "id" = $1
;
select "checkout_url" from "sales" where "id" = $1 and "status" = $2
;
select "checkouts_an_hour" from "users" where "id" = $1 for no key update
;
select "choice", "value" from "mail_choices" where "user_id" = $1
;
select "created_at" from "payout_batches" order by "created_at" desc limit $1
;
select "created_at" from "provider_movements" order by "created_at" desc limit $1
;
select "creator_figures"."creator_id" as "id", "handle" from "creator_figures" inner join "creator_profiles" on "creator_profiles"."user_id" = "creator_figures"."creator_id" inner join "users" on "users"."id" = "creator_figures"."creator_id" where "creator_figures"."creator_id" > $1 and "creator_figures"."creator_id" <= $2 and "video_count" > $3 and "users"."suspended_at" is null order by "creator_figures"."creator_id" limit $4
;
select "creator_id" from "ledger_adjustments" where "id" = $1
;
select "creator_id" from "ledger_balances" where "creator_id" = $1 limit $2
;
select "creator_id" from "payouts" where "batch_id" = $1
;
select "creator_id" from "videos" where "id" = $1
;
select "creator_id", "effective_at" from "payout_details_changes" where "creator_id" in ($1) and "cancelled_at" is null and "effective_at" > $2
;
select "creator_id", "file_name", "video_url", "cloudflare_video_id", "upload_url", "begun_at" from "videos" inner join "video_streams" on "video_streams"."video_id" = "videos"."id" where "id" = $1 and "deleted_at" is null and (cloudflare_video_id IS NULL OR upload_url IS NOT NULL)
;
select "creator_id", "published_at", "deleted_at", "videos"."suspended_at", "creator_suspended", "state", "sent_at", ARRAY(
        SELECT DISTINCT status FROM sales WHERE consumer_id = $1 AND video_id = videos.id) as "statuses" from "videos" left join "video_streams" on "video_streams"."video_id" = "videos"."id" where ("video_url" = $2 or "replaced_url" = $3)
;
select "creator_id", "status" from "payouts" where "id" = $1
;
select "creator_id", "youtube_url" from "videos" where "id" = $1 and "video_type" = $2 and "thumbnail_url" is null and "published_at" is not null and "deleted_at" is null
;
select "creator_profiles"."handle" from "creator_handles" inner join "creator_profiles" on "creator_profiles"."user_id" = "creator_handles"."creator_id" inner join "users" on "users"."id" = "creator_handles"."creator_id" where "creator_handles"."handle" = $1 and "creator_profiles"."handle" != $2 and "users"."suspended_at" is null
;
select "creator_profiles"."user_id", "full_name", "portrait_key" from "creator_profiles" inner join "users" on "users"."id" = "creator_profiles"."user_id" inner join "creator_figures" on "creator_figures"."creator_id" = "creator_profiles"."user_id" where "creator_profiles"."user_id" = $1 and "users"."suspended_at" is null and "creator_figures"."video_count" > $2
;
select "creator_profiles"."user_id", "handle", "full_name", "bio", "links", "portrait_key", coalesce("review_count", $1) as "review_count", coalesce("rating_total", $2) as "rating_total", coalesce("student_count", $3) as "student_count", coalesce("video_count", $4) as "video_count" from "creator_profiles" inner join "users" on "users"."id" = "creator_profiles"."user_id" left join "creator_figures" on "creator_figures"."creator_id" = "creator_profiles"."user_id" where "creator_profiles"."user_id" = $5
;
select "creator_profiles"."user_id", "handle", "full_name", "bio", "links", "portrait_key", coalesce("review_count", $1) as "review_count", coalesce("rating_total", $2) as "rating_total", coalesce("student_count", $3) as "student_count", coalesce("video_count", $4) as "video_count" from "creator_profiles" inner join "users" on "users"."id" = "creator_profiles"."user_id" left join "creator_figures" on "creator_figures"."creator_id" = "creator_profiles"."user_id" where "handle" = $5 and "users"."suspended_at" is null
;
select "description", "thumbnail_url" from "videos" where "id" = $1
;
select "email" from "consumer_profiles" where "user_id" = $1
;
select "email" from "users"
;
select "email" from "users" where "id" = $1
;
select "email" from "users" where "id" = $1 and "email_verified_at" is null
;
select "email", "password_hash", "google_sub" from "users" where "id" = $1
;
select "email_verified_at" from "users" where "id" = $1
;
select "email_verified_at", "videos_a_day" from "users" where "id" = $1 for no key update
;
select "entry_id", "reason", "ledger_entries"."created_at", "account", "amount_cents", "currency", "available_at" from "ledger_entries" inner join "ledger_lines" on "ledger_lines"."entry_id" = "ledger_entries"."id" where "sale_id" = $1 order by "entry_id", "ledger_lines"."id"
;
select "erased_at" from "users" where "id" = $1
;
select "failure", "provider_message" from "refunds" where "provider_refund_id" = $1
;
select "full_name" from "consumer_profiles" where "email" = $1
;
select "full_name" from "consumer_profiles" where "user_id" = $1
;
select "full_name" from "creator_profiles" where "user_id" = $1
;
select "full_name" from "creator_profiles" where "user_id" = $1 for update
;
select "full_name", "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name" from "creator_profiles" where "user_id" = $1
;
select "google_sub" from "users" where "email" = $1
;
select "handle" from "creator_handles" where "creator_id" = $1 and "handle" != $2 limit $3
;
select "handle" from "creator_profiles" where "user_id" = $1
;
select "handle", "portrait_key" from "creator_profiles" where "user_id" = $1 for update
;
select "id" from "audit_entries"
;
select "id" from "audit_entries" where "action" = $1
;
select "id" from "consumer_profiles" where "email" ilike $1
;
select "id" from "consumer_profiles" where "user_id" = $1
;
select "id" from "creator_profiles" where "email" ilike $1
;
select "id" from "creator_profiles" where "user_id" = $1
;
select "id" from "data_exports"
;
select "id" from "data_exports" where "user_id" = $1
;
select "id" from "ledger_lines" where "creator_id" = $1
;
select "id" from "mails" where "key" = $1
;
select "id" from "mails" where "sale_id" = $1 order by "created_at" desc limit $2
;
select "id" from "mails" where "status" = $1
;
select "id" from "mails" where "user_id" = $1 and "kind" like $2 and "status" = $3 order by "created_at"
;
select "id" from "passkeys" where "user_id" = $1 limit $2
;
select "id" from "payment_events" where "id" = $1
;
select "id" from "payouts" where "batch_id" = $1
;
select "id" from "refunds" where "sale_id" = $1
;
select "id" from "refunds" where "status" = $1
;
select "id" from "reviews" where "creator_id" = $1
;
select "id" from "reviews" where "video_id" = $1
;
select "id" from "sales" where "consumer_id" = $1
;
select "id" from "sales" where "consumer_id" = $1 and "video_id" = $2 and "id" != $3 and "status" in ($4, $5, $6)
;
select "id" from "sales" where "consumer_id" = $1 and "video_id" = $2 and "paid_at" is not null and "duplicate" = $3 and "status" in ($4, $5) and "id" != $6
;
select "id" from "sales" where "consumer_id" = $1 and "video_id" = $2 and "status" = $3
;
select "id" from "sales" where "consumer_id" = $1 and "video_id" = $2 and "status" = $3 limit $4
;
select "id" from "sales" where "id" = $1 and "consumer_id" = $2
;
select "id" from "sales" where "provider_checkout_id" = $1
;
select "id" from "sales" where "video_id" = $1
;
select "id" from "sales" where "video_id" in ($1, $2, $3, $4) order by "created_at" desc, "id" desc
;
select "id" from "users"
;
select "id" from "users" where "email" = $1
;
select "id" from "users" where "google_sub" = $1
;
select "id" from "users" where "id" = $1 and "erased_at" is null for key share
;
select "id" from "users" where "id" = $1 and "suspended_at" is not null
;
select "id" from "users" where "id" = $1 for no key update
;
select "id" from "users" where "id" = $1 for update
;
select "id" from "users" where "id" in ($1) and "suspended_at" is not null
;
select "id" from "users" where "id" in ($1) order by "id" for share
;
select "id" from "users" where "password_hash" is null
;
select "id" from "users" where lower("email") = $1 and "id" != $2
;
select "id" from "videos"
;
select "id" from "videos" inner join "video_streams" on "video_streams"."video_id" = "videos"."id" where "id" = $1 and "creator_id" = $2 and "deleted_at" is null and "sent_at" is not null
;
select "id" from "videos" where "creator_id" = $1
;
select "id" from "videos" where "creator_id" = $1 order by "id"
;
select "id" from "videos" where "id" = $1
;
select "id" from "videos" where "id" = $1 and "cloudflare_video_id" = $2 and "deleted_at" is null for update
;
select "id" from "videos" where "id" = $1 and "creator_id" = $2 and (published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))
;
select "id" from "videos" where "id" = $1 and "preview_key" = $2 and "preview_status" = $3
;
select "id" from "videos" where "id" = $1 for key share
;
select "id" from "videos" where "id" = $1 for update
;
select "id" from "videos" where "preview_status" = $1 and "published_at" is not null and "preview_changed_at" < $2 order by "preview_changed_at" limit $3
;
select "id" from "videos" where "price_cents" <= $1 and "currency" = $2
;
select "id" from "videos" where "published_at" is not null and "deleted_at" is null and "facts_read_at" is null and "video_type" = $1 order by "published_at" desc limit $2
;
select "id", "amount_cents", "currency" from "sales" where "duplicate" = $1 and "status" = $2 order by "id" limit $3
;
select "id", "amount_cents", "currency", "checkout_title", "provider_checkout_id", "checkout_url", "checkout_expires_at" from "sales" where "consumer_id" = $1 and "video_id" = $2 and "status" = $3
;
select "id", "amount_cents", "currency", "provider_checkout_id" from "sales" where "paid_at" >= $1 and "paid_at" < $2 and ("reconciled_at" is null or "reconciled_at" < $3) order by "paid_at", "id" limit $4
;
select "id", "author_id", "creator_id" from "reviews" where "id" = $1 and "video_id" = $2 and "shown" = $3 for update
;
select "id", "body", "payload" from "payment_events" order by "id"
;
select "id", "body", "payload" from "payment_events" where "id" = $1
;
select "id", "body", "payload" from "payment_events" where "settled_at" is null and "received_at" < $1 order by "received_at" limit $2
;
select "id", "created_at" as "createdAt", "amount_cents", "currency", "provider_checkout_id" as "checkoutId" from "sales" where "status" in ($1, $2) and "paid_at" is null and "provider_checkout_id" is not null and "created_at" < $3 and ("created_at", "id") > ($4, $5) order by "created_at", "id" limit $6
;
select "id", "created_at" as "createdAt", "amount_cents", "currency", "provider_checkout_id" as "checkoutId" from "sales" where "status" in ($1, $2) and "paid_at" is null and "provider_checkout_id" is not null and "created_at" < $3 order by "created_at", "id" limit $4
;
select "id", "created_at", "sales_count", "rating_rank", "price_cents" from "videos" where "topic_slug" = $1
;
select "id", "creator_id", "deleted_at", "video_url", "cloudflare_video_id", "thumbnail_url", "bytes", "write_handle" from "videos" left join "resumable_uploads" on "resumable_uploads"."video_id" = "videos"."id" where "published_at" is null and (("created_at" < $1 and not (published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))) or "deleted_at" < $2) order by "deleted_at" asc nulls first, "created_at" limit $3
;
select "id", "creator_id", "title", "price_cents", "currency" from "videos" where "id" = $1 and videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended for share
;
select "id", "deleted_at" from "videos" where "creator_id" = $1
;
select "id", "deleted_at", "published_at", "video_url" from "videos" where "cloudflare_video_id" = $1 for update
;
select "id", "email" from "users" where "google_sub" = $1
;
select "id", "email", "google_sub", "email_verified_at", "suspended_at" from "users" where lower("email") = $1 for update
;
select "id", "email", "password_hash", "email_verified_at", "suspended_at" from "users" where lower("email") = $1
;
select "id", "file_name" from "videos" where "creator_id" = $1
;
select "id", "hidden_at", "report_count" from "reviews" where "id" = $1 for update
;
select "id", "kind" from "mails" where "status" = $1 and "send_at" < $2 and NOT EXISTS (SELECT FROM graphile_worker.jobs
        WHERE jobs.key = 'mail:' || mails.id AND jobs.attempts < jobs.max_attempts) order by "send_at" limit $3
;
select "id", "kind" from "mails" where "user_id" = $1 and "status" = $2 and "kind" != $3 order by "created_at", "kind"
;
select "id", "name", "transports", "created_at", "last_used_at" from "passkeys" where "user_id" = $1 order by "created_at" desc limit $2
;
select "id", "provider_type", "received_at", "settled_at", "attempts", "error" from "payment_events" where "sale_id" = $1 order by "received_at", "id" limit $2
;
select "id", "provider_type", "received_at", "settled_at", "attempts", "error" from "payment_events" where ("error" is not null or "settled_at" is null) order by "received_at" desc limit $1
;
select "id", "published_at" from "videos" where "creator_id" = $1 and "deleted_at" is null order by "created_at" limit $2
;
select "id", "rating", "text", "hidden_at" from "reviews" where "video_id" = $1 and "author_id" = $2 and "deleted_at" is null
;
select "id", "replaced", "changed_at", "effective_at" from "payout_details_changes" where "creator_id" = $1 and "cancelled_at" is null order by "id" desc limit $2
;
select "id", "replaced", "chosen", "changed_at", "effective_at", "cancelled_at" from "payout_details_changes" where "creator_id" = $1 order by "id" desc limit $2
;
select "id", "replaced", "chosen", "changed_at", "effective_at", "cancelled_at" from "payout_details_changes" where "id" = $1
;
select "id", "settled_at", "attempts" from "payment_events" where "id" = $1 for update
;
select "id", "status", "channel", "reason", "pix_key", "amount_cents" from "refunds" where "sale_id" = $1 order by "created_at"
;
select "id", "storage_key" from "data_exports" where ("ready_at" < $1 or ("ready_at" is null and "requested_at" < $2)) order by "requested_at" limit $3
;
select "id", "storage_key", "requested_at", "ready_at" from "data_exports" where "user_id" = $1 for update
;
select "id", "storage_key", "requested_at", "ready_at", "bytes" from "data_exports" where "user_id" = $1
;
select "id", "title", "creator_id", "suspended_at" from "videos" where "id" = $1 and "published_at" is not null
;
select "id", "title", "creator_id", "suspended_at" from "videos" where "id" = $1 and "published_at" is not null for no key update
;
select "id", "title", "description", "price_cents", "currency", "thumbnail_url", "published_at", "content_updated_at", "preview_kind", "preview_status", "preview_key", "preview_length", "preview_youtube_id" from "videos" where "id" > $1 and "id" <= $2 and videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by "id" limit $3
;
select "id", "title", "description", "price_cents", "currency", "thumbnail_url", "topic_slug", "spoken_language", "captions", "outcomes", "video_type", "youtube_url", "preview_kind", "preview_status", "preview_seconds", "preview_start", "preview_youtube_id" from "videos" where "id" = $1 and "creator_id" = $2 and "published_at" is not null and "deleted_at" is null
;
select "id", "title", "description", "price_cents", "currency", "thumbnail_url", "topic_slug", "spoken_language", "captions", "outcomes", "video_type", "youtube_url", "preview_kind", "preview_status", "preview_seconds", "preview_start", "preview_youtube_id" from "videos" where "id" = $1 and "creator_id" = $2 and "published_at" is not null and "deleted_at" is null for update
;
select "id", "title", "price_cents", "currency", "created_at", "published_at", "deleted_at", "suspended_at", "video_streams"."state" as "stream", "conversions"."state" as "conversion" from "videos" left join "video_streams" on "video_streams"."video_id" = "videos"."id" left join "conversions" on "conversions"."video_id" = "videos"."id" where "creator_id" = $1 and true order by "videos"."created_at" DESC, "videos"."id" DESC limit $2
;
select "id", "title", "price_cents", "currency", "thumbnail_url" from "videos" where "id" = $1 and videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended
;
select "id", "title", "price_cents", "currency", "thumbnail_url" from "videos" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by "sales_count" desc, "created_at" desc, "id" desc limit $1
;
select "id", "title", "thumbnail_url" from "videos" where "id" = $1 and "creator_id" = $2 and "deleted_at" is null
;
select "id", "user_id", "full_name", "email", "country", "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name", "created_at" from "creator_profiles" where "user_id" = $1
;
select "id", "user_id", "full_name", "email", "country", "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name", "created_at" from "creator_profiles" where ("creator_profiles"."created_at", "creator_profiles"."id") < ($1, $2) order by "creator_profiles"."created_at" DESC, "creator_profiles"."id" DESC limit $3
;
select "id", "user_id", "full_name", "email", "country", "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name", "created_at" from "creator_profiles" where search_text LIKE fold_text($1) AND true order by "creator_profiles"."created_at" DESC, "creator_profiles"."id" DESC limit $2
;
select "id", "user_id", "full_name", "email", "country", "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name", "created_at" from "creator_profiles" where true order by "creator_profiles"."created_at" DESC, "creator_profiles"."id" DESC limit $1
;
select "id", "user_id", "full_name", "email", "created_at" from "consumer_profiles" where "user_id" = $1
;
select "id", "user_id", "full_name", "email", "created_at" from "consumer_profiles" where ("consumer_profiles"."created_at", "consumer_profiles"."id") < ($1, $2) order by "consumer_profiles"."created_at" DESC, "consumer_profiles"."id" DESC limit $3
;
select "id", "user_id", "full_name", "email", "created_at" from "consumer_profiles" where search_text LIKE fold_text($1) AND true order by "consumer_profiles"."created_at" DESC, "consumer_profiles"."id" DESC limit $2
;
select "id", "user_id", "full_name", "email", "created_at" from "consumer_profiles" where true order by "consumer_profiles"."created_at" DESC, "consumer_profiles"."id" DESC limit $1
;
select "id", "user_id", "storage_key", "ready_at" from "data_exports" where "id" = $1
;
select "id", "video_id", "status" from "sales" where "consumer_id" = $1 and "provider_checkout_id" = $2
;
select "id", "video_id", "status", "payment_method" as "method", "awaiting_until" as "until" from "sales" where "consumer_id" = $1 and "video_id" in ($2) and "status" in ($3, $4, $5) and not (sales.status = 'processing' AND sales.set_aside_at IS NOT NULL) order by "created_at"
;
select "id", "video_url", "cloudflare_video_id", "thumbnail_url" from "videos" where "deleted_at" < $1 and "file_removed_at" is null and "published_at" is not null and NOT EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id
    AND (sales.status <> 'failed' OR greatest(sales.created_at, sales.checkout_expires_at) >= $2)) order by "deleted_at" limit $3
;
select "id_hash" from "sessions"
;
select "id_hash" from "sessions" where "user_id" = $1
;
select "id_hash", "public_id", "user_agent", "created_at", "last_seen_at" from "sessions" where "user_id" = $1 and "expires_at" > $2 and "last_seen_at" > $3 order by "last_seen_at" desc limit $4
;
select "job_id" from "handed_over_mails" where "job_id" = $1 and "job_revision" = $2
;
select "key" from "graphile_worker"."jobs" where "key" = $1
;
select "key" from "mails" where "kind" = $1 order by "key"
;
select "kind" from "mails" where "user_id" = $1
;
select "kind" from "mails" where "user_id" = $1 and "kind" = $2
;
select "kind" from "mails" where "user_id" = $1 and "kind" like $2
;
select "kind" from "mails" where "user_id" = $1 and "kind" like $2 order by "id"
;
select "kind" from "mails" where "user_id" = $1 order by "created_at"
;
select "kind" from "mails" where "user_id" = $1 order by "kind"
;
select "kind", "key" from "mails" order by "kind"
;
select "kind", "status" from "mails" where "id" in ($1) order by "created_at"
;
select "last_seen_at" from "sessions" where "user_id" = $1
;
select "ledger_adjustments"."id", "kind", "amount_cents", "reason", "users"."email", "ledger_adjustments"."created_at" from "ledger_adjustments" inner join "users" on "users"."id" = "ledger_adjustments"."created_by" where "creator_id" = $1 order by "ledger_adjustments"."created_at" desc, "ledger_adjustments"."id" desc limit $2
;
select "mails"."id" from "mails" inner join "users" on "users"."id" = "mails"."user_id" where "mails"."user_id" = $1 and "mails"."status" = $2 and "mails"."ended_at" > $3 and "mails"."sent_to" = "users"."email" and NOT EXISTS (SELECT FROM mails AS later
  WHERE later.user_id = mails.user_id AND later.status = 'sent' AND later.ended_at > mails.ended_at) limit $4
;
select "mails"."id", "mails"."kind", "mails"."status", "mails"."failure", "mails"."send_at", "mails"."ended_at", coalesce("mails"."sent_to", "mails"."email", "users"."email") as "address", users.erased_at IS NOT NULL as "erased" from "mails" left join "users" on "users"."id" = "mails"."user_id" where "mails"."sale_id" = $1 order by "mails"."created_at", "mails"."id" limit $2
;
select "mails"."id", "mails"."kind", "mails"."user_id", "mails"."sale_id", "mails"."facts", "mails"."status", "mails"."handed_over_at", CASE WHEN users.erased_at IS NULL THEN coalesce(users.email, mails.email) END as "email", coalesce("mails"."locale", "users"."locale") as "locale" from "mails" left join "users" on "users"."id" = "mails"."user_id" where "mails"."id" = $1
;
select "paid_at" from "sales" where "id" = $1
;
select "passkeys"."user_id", "users"."email", "users"."suspended_at", "public_key", "counter", "transports" from "passkeys" inner join "users" on "users"."id" = "passkeys"."user_id" where "passkeys"."id" = $1 and "users"."erased_at" is null
;
select "password_hash" from "users" where "id" = $1
;
select "payment_method", "pix_key", "bank_name", "bank_account_number", "card_last4", "card_holder_name" from "creator_profiles" where "user_id" = $1 for update
;
select "payouts".*, "payout_batches"."created_by" as "prepared_by" from "payouts" inner join "payout_batches" on "payout_batches"."id" = "payouts"."batch_id" where "payouts"."id" = $1 and "payouts"."batch_id" = $2 for update of "payouts"
;
select "pix_key" from "creator_profiles" where "email" = $1
;
select "pix_key" from "creator_profiles" where "user_id" = $1
;
select "pix_key" from "payouts" where "creator_id" = $1
;
select "pix_key" from "refunds" where "sale_id" = $1
;
select "portrait_key", "full_name" from "creator_profiles" where "user_id" = $1
;
select "preview_key" from "videos" where "id" = $1 and "preview_status" = $2 and "published_at" is not null
;
select "preview_key", "preview_source", "preview_clip" from "videos" where "id" = $1
;
select "preview_key", "preview_source", "preview_clip" from "videos" where "id" = $1 for update
;
select "preview_key", "preview_source", "preview_clip", "preview_kind", "preview_seconds", "preview_start", "preview_changed_at", "duration_seconds", "video_url", "cloudflare_video_id" from "videos" where "id" = $1 and "preview_key" = $2 and "preview_status" = $3 and "published_at" is not null and "deleted_at" is null
;
select "preview_key", "preview_source", "preview_clip", "preview_kind", "preview_seconds", "preview_start", "preview_changed_at", "duration_seconds", "video_url", "cloudflare_video_id" from "videos" where "id" = $1 and "preview_key" = $2 and "preview_status" = $3 and "published_at" is not null and "deleted_at" is null for update
;
select "preview_source", "preview_clip" from "videos" where "id" = $1
;
select "price_cents" from "videos" where "id" = $1
;
select "provider_payment_id", "paid_at" from "sales" where "id" = $1
;
select "public_id" from "sessions" where "user_id" = $1 order by "created_at"
;
select "published_at" from "videos" where "id" = $1
;
select "rating", "deleted_at" from "reviews" where "video_id" = $1 and "author_id" = $2
;
select "rating", "text", "full_name" from "reviews" inner join "consumer_profiles" on "consumer_profiles"."user_id" = "reviews"."author_id" where "video_id" = $1
;
select "reason" from "disputes" where "id" = $1
;
select "refunds"."id", "refunds"."sale_id", "refunds"."amount_cents", "refunds"."status", "refunds"."channel", "refunds"."created_at", "refunds"."failure", "refunds"."provider_message", "sales"."provider_payment_id" from "refunds" inner join "sales" on "sales"."id" = "refunds"."sale_id" where "refunds"."id" = $1
;
select "refunds"."id", "refunds"."sale_id", "refunds"."amount_cents", "refunds"."status", "refunds"."channel", "refunds"."reason", "sales"."currency", "sales"."payment_method", "videos"."title", "refunds"."pix_key" is not null as "has_key", exists (select "later"."id" from "refunds" as "later" where "later"."sale_id" = "refunds"."sale_id" and "later"."created_at" > "refunds"."created_at" and "later"."status" != $1) as "made_again" from "refunds" inner join "sales" on "sales"."id" = "refunds"."sale_id" inner join "videos" on "videos"."id" = "sales"."video_id" where "refunds"."id" = $2
;
select "refunds"."id", "sale_id", "refunds"."amount_cents", "currency" from "refunds" inner join "sales" on "sales"."id" = "refunds"."sale_id" where "refunds"."status" = $1 and "refunds"."created_at" < $2 order by "refunds"."created_at" limit $3
;
select "refunds"."sale_id", "refunds"."amount_cents", "refunds"."channel", "sales"."currency", "videos"."title" from "refunds" inner join "sales" on "sales"."id" = "refunds"."sale_id" inner join "videos" on "videos"."id" = "sales"."video_id" where "refunds"."id" = $1 and "refunds"."reason" = $2 and "refunds"."status" = $3 and not exists (select "later"."id" from "refunds" as "later" where "later"."sale_id" = "refunds"."sale_id" and "later"."reason" = $4 and "later"."status" != $5)
;
select "refunds"."sale_id", "refunds"."amount_cents", "refunds"."status", "sales"."currency", "sales"."duplicate", "videos"."title" from "refunds" inner join "sales" on "sales"."id" = "refunds"."sale_id" inner join "videos" on "videos"."id" = "sales"."video_id" where "refunds"."id" = $1 and "refunds"."channel" = $2 and "refunds"."pix_key" is null and ("refunds"."status" = $3 or ("refunds"."status" = $4 and "refunds"."reason" = $5 and not exists (select "later"."id" from "refunds" as "later" where "later"."sale_id" = "refunds"."sale_id" and "later"."status" != $6)))
;
select "refunds"."sale_id", "sales"."consumer_id", "refunds"."status" from "refunds" inner join "sales" on "sales"."id" = "refunds"."sale_id" where "refunds"."id" = $1
;
select "review_id" from "review_reports" where "reporter_id" = $1 and "review_id" in ($2)
;
select "reviews"."id" as "review_id", "report"."reason", "report"."created_at", "report"."email" from "reviews" inner join lateral (select "review_reports"."reason", "review_reports"."created_at", "users"."email" from "review_reports" inner join "users" on "users"."id" = "review_reports"."reporter_id" where "review_reports"."review_id" = "reviews"."id" order by "review_reports"."created_at" desc limit $1) as "report" on true where "reviews"."id" in ($2)
;
select "reviews"."id", "reviews"."author_id", "rating", "text", "reviews"."created_at", "reply", "replied_at", coalesce(
  (SELECT full_name FROM consumer_profiles WHERE user_id = reviews.author_id),
  (SELECT full_name FROM creator_profiles WHERE user_id = reviews.author_id),
  (SELECT google_name FROM users WHERE id = reviews.author_id)) as "author_name" from "reviews" where "reviews"."video_id" = $1 and "reviews"."shown" = $2 and ("reviews"."created_at", "reviews"."id") < ($3, $4) order by "reviews"."created_at" desc, "reviews"."id" desc limit $5
;
select "reviews"."id", "reviews"."author_id", "rating", "text", "reviews"."created_at", "reply", "replied_at", coalesce(
  (SELECT full_name FROM consumer_profiles WHERE user_id = reviews.author_id),
  (SELECT full_name FROM creator_profiles WHERE user_id = reviews.author_id),
  (SELECT google_name FROM users WHERE id = reviews.author_id)) as "author_name" from "reviews" where "reviews"."video_id" = $1 and "reviews"."shown" = $2 order by "reviews"."created_at" desc, "reviews"."id" desc limit $3
;
select "reviews"."id", "reviews"."author_id", "rating", "text", "reviews"."created_at", "reply", "replied_at", coalesce(
  (SELECT full_name FROM consumer_profiles WHERE user_id = reviews.author_id),
  (SELECT full_name FROM creator_profiles WHERE user_id = reviews.author_id),
  (SELECT google_name FROM users WHERE id = reviews.author_id)) as "author_name", "reviews"."video_id", "videos"."title" as "video_title" from "reviews" inner join "videos" on "videos"."id" = "reviews"."video_id" where "reviews"."creator_id" = $1 and "reviews"."shown" = $2 and "reviews"."text" != $3 and videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ("reviews"."created_at", "reviews"."id") < ($4, $5) order by "reviews"."created_at" desc, "reviews"."id" desc limit $6
;
select "reviews"."id", "reviews"."author_id", "rating", "text", "reviews"."created_at", "reply", "replied_at", coalesce(
  (SELECT full_name FROM consumer_profiles WHERE user_id = reviews.author_id),
  (SELECT full_name FROM creator_profiles WHERE user_id = reviews.author_id),
  (SELECT google_name FROM users WHERE id = reviews.author_id)) as "author_name", "reviews"."video_id", "videos"."title" as "video_title" from "reviews" inner join "videos" on "videos"."id" = "reviews"."video_id" where "reviews"."creator_id" = $1 and "reviews"."shown" = $2 and "reviews"."text" != $3 and videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by "reviews"."created_at" desc, "reviews"."id" desc limit $4
;
select "reviews"."id", "reviews"."video_id", "videos"."title" as "video_title", "users"."email" as "author_email", "rating", "text", "reply", "hidden_at", "hidden_reason", "report_count", "reviews"."created_at" as "written_at", "reviews"."hidden_at" as "created_at" from "reviews" inner join "videos" on "videos"."id" = "reviews"."video_id" inner join "users" on "users"."id" = "reviews"."author_id" where "reviews"."hidden_at" is not null order by "reviews"."hidden_at" desc, "reviews"."id" desc limit $1
;
select "reviews"."id", "reviews"."video_id", "videos"."title" as "video_title", "users"."email" as "author_email", "rating", "text", "reply", "hidden_at", "hidden_reason", "report_count", "reviews"."created_at" as "written_at", "reviews"."reported_at" as "created_at" from "reviews" inner join "videos" on "videos"."id" = "reviews"."video_id" inner join "users" on "users"."id" = "reviews"."author_id" where "reviews"."reported_at" is not null order by "reviews"."reported_at" desc, "reviews"."id" desc limit $1
;
select "reviews"."rating", "reviews"."text", "reviews"."video_id", "videos"."title" from "reviews" inner join "videos" on "videos"."id" = "reviews"."video_id" where "reviews"."id" = $1 and "reviews"."creator_id" = $2 and "reviews"."shown" = $3
;
select "role" from "user_roles"
;
select "role" from "user_roles" where "user_id" = $1 and "role" = $2
;
select "sale"."id", "sale"."created_at", "sale"."paid_at", "videos"."title", "sale"."creator_earnings_cents", "sale"."currency", "sale"."status" from "videos" inner join lateral (select "sales"."id", "sales"."created_at", "paid_at", "creator_earnings_cents", "sales"."currency", "status" from "sales" where "sales"."video_id" = "videos"."id" and ("sales"."created_at", "sales"."id") < ($1, $2) order by "sales"."created_at" desc, "sales"."id" desc limit $3) as "sale" on true where "videos"."creator_id" = $4 order by "sale"."created_at" desc, "sale"."id" desc limit $5
;
select "sale"."id", "sale"."created_at", "sale"."paid_at", "videos"."title", "sale"."creator_earnings_cents", "sale"."currency", "sale"."status" from "videos" inner join lateral (select "sales"."id", "sales"."created_at", "paid_at", "creator_earnings_cents", "sales"."currency", "status" from "sales" where "sales"."video_id" = "videos"."id" order by "sales"."created_at" desc, "sales"."id" desc limit $1) as "sale" on true where "videos"."creator_id" = $2 order by "sale"."created_at" desc, "sale"."id" desc limit $3
;
select "sale_id", "amount_cents", "status", "channel", "reason", "created_at", "pix_key" is not null as "hasKey" from "refunds" where "sale_id" in ($1) order by "created_at", "id"
;
select "sale_id", "amount_cents", "status", "created_at" from "disputes" where "sale_id" in ($1) order by "created_at", "id"
;
select "sale_id", "consumer_id" from "refunds" inner join "sales" on "sales"."id" = "refunds"."sale_id" where "refunds"."id" = $1
;
select "sale_id", sum("amount_cents") as "cents" from "ledger_entries" inner join "ledger_lines" on "ledger_lines"."entry_id" = "ledger_entries"."id" where "sale_id" in ($1) and "account" in ($2, $3, $4, $5) group by "sale_id"
;
select "sale_id", sum("amount_cents") as "cents", 
  (array_agg(available_at ORDER BY ledger_lines.id DESC) FILTER (WHERE account = 'creator' AND amount_cents > 0))[1] as "released_at" from "ledger_entries" inner join "ledger_lines" on "ledger_lines"."entry_id" = "ledger_entries"."id" where "sale_id" in ($1) and "account" in ($2, $3) group by "sale_id"
;
select "sales"."id" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "creator_id" = $1 limit $2
;
select "sales"."id" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "sales"."video_id" = $1 and "sales"."consumer_id" = $2 and "sales"."status" = $3 and "videos"."creator_id" != $4
;
select "sales"."id" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "videos"."creator_id" = $1 and "sales"."completed_at" is not null and "sales"."id" != $2 limit $3
;
select "sales"."id", "amount_cents", "platform_fee_cents", "creator_id" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "sales"."id" = $1
;
select "sales"."id", "sales"."amount_cents", "sales"."currency", "sales"."platform_fee_cents", "sales"."provider_fee_cents", "sales"."status", "sales"."paid_at", "sales"."duplicate", "sales"."payment_method", "videos"."title", "users"."email" as "buyer_email", "consumer_profiles"."full_name" as "buyer_name", "creator_profiles"."full_name" as "creator_name" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" left join "consumer_profiles" on "consumer_profiles"."user_id" = "sales"."consumer_id" left join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where "sales"."id" = $1 and "sales"."consumer_id" = $2
;
select "sales"."id", "sales"."created_at", "sales"."video_id", "sales"."consumer_id", "videos"."creator_id", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."platform_share_bp", "sales"."platform_fee_cents", "sales"."creator_earnings_cents", "sales"."provider_fee_cents", "sales"."status", "sales"."duplicate", "sales"."paid_at", "sales"."payment_method", "sales"."awaiting_until", "sales"."provider_checkout_id", "sales"."provider_payment_id", "sales"."provider_charge_id", "buyer"."email" as "buyer_email", "consumer_profiles"."full_name" as "buyer_name", "creator"."email" as "creator_email", "creator_profiles"."full_name" as "creator_name" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" as "buyer" on "buyer"."id" = "sales"."consumer_id" inner join "users" as "creator" on "creator"."id" = "videos"."creator_id" left join "consumer_profiles" on "consumer_profiles"."user_id" = "sales"."consumer_id" left join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where "sales"."id" = $1
;
select "sales"."id", "sales"."created_at", "video_id", "title", "thumbnail_url", "amount_cents", "sales"."currency", "platform_fee_cents", "provider_fee_cents", "status", "paid_at", "duplicate", "payment_method", "awaiting_until", "checkout_url", "checkout_expires_at", "set_aside_at", "videos"."price_cents" as "price_now", "videos"."currency" as "currency_now", videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended as "for_sale", EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND other.status IN ('completed', 'disputed')) as "bought_otherwise", EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND other.status = 'processing' AND other.set_aside_at IS NULL) as "paying_otherwise" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "consumer_id" = $1 and "sales"."id" = $2
;
select "sales"."id", "sales"."created_at", "video_id", "title", "thumbnail_url", "amount_cents", "sales"."currency", "platform_fee_cents", "provider_fee_cents", "status", "paid_at", "duplicate", "payment_method", "awaiting_until", "checkout_url", "checkout_expires_at", "set_aside_at", "videos"."price_cents" as "price_now", "videos"."currency" as "currency_now", videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended as "for_sale", EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND other.status IN ('completed', 'disputed')) as "bought_otherwise", EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND other.status = 'processing' AND other.set_aside_at IS NULL) as "paying_otherwise" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "consumer_id" = $1 and ("sales"."created_at", "sales"."id") < ($2, $3) order by "sales"."created_at" desc, "sales"."id" desc limit $4
;
select "sales"."id", "sales"."created_at", "video_id", "title", "thumbnail_url", "amount_cents", "sales"."currency", "platform_fee_cents", "provider_fee_cents", "status", "paid_at", "duplicate", "payment_method", "awaiting_until", "checkout_url", "checkout_expires_at", "set_aside_at", "videos"."price_cents" as "price_now", "videos"."currency" as "currency_now", videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended as "for_sale", EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND other.status IN ('completed', 'disputed')) as "bought_otherwise", EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND other.status = 'processing' AND other.set_aside_at IS NULL) as "paying_otherwise" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "consumer_id" = $1 order by "sales"."created_at" desc, "sales"."id" desc limit $2
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and "consumer_id" = (select "users"."id" from "users" where lower("email") = lower($1)) order by "sales"."created_at" DESC, "sales"."id" DESC limit $2) as "bought" union all select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where "creator_id" = (select "users"."id" from "users" where lower("email") = lower($3))) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $4) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $5) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where (title_grams @> search_grams(plain($1)) AND strpos(title_plain, plain($2)) > 0) and "published_at" is not null and "deleted_at" is null union all select "videos"."id" from "videos" where (title_grams @> search_grams(plain($3)) AND strpos(title_plain, plain($4)) > 0) and "deleted_at" is not null) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $5) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $6) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where title_grams @> search_grams(plain($1)) and "published_at" is not null and "deleted_at" is null union all select "videos"."id" from "videos" where title_grams @> search_grams(plain($2)) and "deleted_at" is not null) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $3) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $4) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where title_plain LIKE like_part(plain($1)) and "published_at" is not null and "deleted_at" is null union all select "videos"."id" from "videos" where title_plain LIKE like_part(plain($2)) and "deleted_at" is not null) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."status" = $3 and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $4) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $5) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sale"."id", "sale"."created_at" from (select "videos"."id" from "videos" where title_plain LIKE like_part(plain($1)) and "published_at" is not null and "deleted_at" is null union all select "videos"."id" from "videos" where title_plain LIKE like_part(plain($2)) and "deleted_at" is not null) as "video" inner join lateral (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."video_id" = "video"."id" order by "sales"."created_at" DESC, "sales"."id" DESC limit $3) as "sale" on true) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $4) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where ("sales"."created_at", "sales"."id") < ($1, $2) and "sales"."status" = $3 order by "sales"."created_at" DESC, "sales"."id" DESC limit $4) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $5) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where ("sales"."created_at", "sales"."id") < ($1, $2) order by "sales"."created_at" DESC, "sales"."id" DESC limit $3) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $4) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."id" = $1 order by "sales"."created_at" DESC, "sales"."id" DESC limit $2) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $3) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."id" in (SELECT failed.sale_id FROM refunds AS failed
  WHERE failed.status = 'failed' AND failed.channel = 'provider' AND failed.reason <> 'withdrawal' AND NOT EXISTS (
    SELECT FROM refunds AS again
    WHERE again.sale_id = failed.sale_id AND again.status <> 'failed' AND again.created_at > failed.created_at)) order by "sales"."created_at" DESC, "sales"."id" DESC limit $1) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $2) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."id" in (select "sale_id" from "refunds" where "channel" = $1 and "refunds"."status" = $2) order by "sales"."created_at" DESC, "sales"."id" DESC limit $3) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $4) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and "sales"."status" = $1 order by "sales"."created_at" DESC, "sales"."id" DESC limit $2) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $3) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true and ("provider_checkout_id" = $1 or "provider_payment_id" = $2 or "provider_charge_id" = $3) order by "sales"."created_at" DESC, "sales"."id" DESC limit $4) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $5) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."created_at", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "users"."email" as "buyer_email" from (select "id", "created_at" from (select "sales"."id", "sales"."created_at" from "sales" where true order by "sales"."created_at" DESC, "sales"."id" DESC limit $1) as "candidate" order by "candidate"."created_at" DESC, "candidate"."id" DESC limit $2) as "found" inner join "sales" on "sales"."id" = "found"."id" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" order by "sales"."created_at" DESC, "sales"."id" DESC
;
select "sales"."id", "sales"."status", "sales"."amount_cents", "sales"."currency", "sales"."paid_at", "sales"."completed_at", "sales"."payment_method", "sales"."duplicate", "sales"."awaiting_until", "sales"."awaiting_code", "sales"."set_aside_at", "sales"."checkout_url", "sales"."video_id", "sales"."consumer_id", "videos"."title", "videos"."thumbnail_url", "videos"."price_cents", "videos"."currency" as "price_currency", videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended as "for_sale", "creator_profiles"."full_name" as "creator_name", "consumer_profiles"."full_name" as "buyer_name" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" left join "consumer_profiles" on "consumer_profiles"."user_id" = "sales"."consumer_id" where "sales"."id" = $1
;
select "sales"."id", "sales"."video_id", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."duplicate", "sales"."payment_method", "sales"."awaiting_until", "sales"."awaiting_code", "sales"."awaiting_voucher_url", "sales"."set_aside_at", "sales"."provider_payment_id", "sales"."provider_checkout_id", CASE WHEN videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended THEN videos.price_cents END as "price_now", "videos"."currency" as "currency_now" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "sales"."consumer_id" = $1 and "sales"."id" = $2
;
select "sales"."id", "video_id", "consumer_id", "videos"."creator_id", "status", "status" as "stored_status", "amount_cents", "sales"."currency", "platform_fee_cents", "provider_checkout_id", "provider_payment_id", "provider_charge_id", "payment_method", "provider_fee_cents", "paid_at", "completed_at", "duplicate", "awaiting_until" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "provider_payment_id" = $1 for update of "sales"
;
select "sales"."id", "video_id", "consumer_id", "videos"."creator_id", "status", "status" as "stored_status", "amount_cents", "sales"."currency", "platform_fee_cents", "provider_checkout_id", "provider_payment_id", "provider_charge_id", "payment_method", "provider_fee_cents", "paid_at", "completed_at", "duplicate", "awaiting_until" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "sales"."id" = $1 for update of "sales"
;
select "sales"."id", "videos"."title", "sales"."amount_cents", "sales"."currency", "sales"."status", "sales"."created_at" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "sales"."consumer_id" = $1 order by "sales"."created_at" desc, "sales"."id" desc limit $2
;
select "sales"."status", "sales"."amount_cents", "sales"."currency", "sales"."creator_earnings_cents", "videos"."title", "videos"."thumbnail_url" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "sales"."id" = $1 and "videos"."creator_id" = $2 and "sales"."completed_at" is not null
;
select "sales_count" from "videos" where "id" = $1
;
select "seconds" from "watch_positions" where "user_id" = $1 and "video_id" = $2
;
select "secret", "confirmed_at", "last_step" from "second_factors" where "user_id" = $1
;
select "slug", "family", "name_en" as "name" from "topics" order by "position"
;
select "slug", "family", "name_pt" as "name" from "topics" order by "position"
;
select "state", "percent", "failure", "failure_code", "has_mp4", "mp4_asked", "begun_at", "sent_at", exists (select "resumable_uploads"."video_id" from "resumable_uploads" where "resumable_uploads"."video_id" = "video_streams"."video_id") as "by_browser" from "video_streams" where "video_id" = $1 for update of "video_streams"
;
select "state", "percent", "reason" from "conversions" where "video_id" = $1
;
select "state", "reason" from "conversions" where "video_id" = $1
;
select "status" from "sales" where "consumer_id" = $1
;
select "status" from "sales" where "id" = $1
;
select "status" from "sales" where "provider_checkout_id" = $1
;
select "status" from "sales" where "video_id" = $1
;
select "status", "amount_cents" from "sales" where "consumer_id" = $1
;
select "status", "amount_cents", "platform_fee_cents", "creator_earnings_cents", "provider_checkout_id" from "sales" where "consumer_id" = $1 order by "amount_cents" desc
;
select "status", "amount_cents", "told_at" from "disputes" where "id" = $1
;
select "storage_key" from "share_pictures" where "subject_id" = $1 and "storage_key" != $2 limit $3
;
select "storage_key" from "share_pictures" where "subject_id" = $1 limit $2
;
select "storage_key" from "share_pictures" where NOT EXISTS (SELECT FROM videos WHERE videos.id = subject_id AND videos.deleted_at IS NULL)
        AND NOT EXISTS (SELECT FROM creator_profiles WHERE creator_profiles.user_id = subject_id) order by "made_at" limit $1
;
select "suspended_at" from "users" where "id" = $1
;
select "target_label", "actor_email", "address", "browser" from "audit_entries" order by "created_at"
;
select "tax_id" from "creator_profiles" where "user_id" = $1
;
select "thumbnail_url" from "videos" where "id" = $1
;
select "topic_slug" from "videos" where "id" = $1
;
select "user_id" from "account_erasures" where "finished_at" is null and "due_at" <= $1 order by "due_at" limit $2
;
select "user_id" from "creator_profiles" where "tax_id" is not null and "user_id" in ($1, $2, $3)
;
select "user_id" from "password_resets"
;
select "user_id" from "password_resets" where "token_hash" = $1 and "expires_at" > $2
;
select "user_id" from "second_factor_removals" where "allowed_at" is not null and "proved_at" <= $1 limit $2
;
select "user_id" from "second_factor_removals" where "user_id" = $1 and "allowed_at" is not null and "proved_at" <= $2 for update
;
select "user_id" from "user_roles"
;
select "user_id" from "user_roles" inner join "users" on "users"."id" = "user_id" where "suspended_at" is null
;
select "user_id", "asked_at", "proved_at", "allowed_at" from "second_factor_removals" where "token_hash" = $1
;
select "user_id", "email_confirmations"."email" from "email_confirmations" inner join "users" on "users"."id" = "email_confirmations"."user_id" where "token_hash" = $1 and "expires_at" > $2 and "users"."email" = coalesce("email_confirmations"."replaces", "email_confirmations"."email")
;
select "users"."email", "google_name", "consumer_profiles"."full_name" as "consumer_name", "consumer_profiles"."email" as "consumer_email", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."email" as "creator_email", "creator_profiles"."card_holder_name", "creator_profiles"."pix_key", "creator_profiles"."bank_account_number", "creator_profiles"."portrait_key" from "users" left join "consumer_profiles" on "consumer_profiles"."user_id" = "users"."id" left join "creator_profiles" on "creator_profiles"."user_id" = "users"."id" where "users"."id" = $1 and "erased_at" is null
;
select "users"."id" from "user_roles" inner join "users" on "users"."id" = "user_roles"."user_id" where "user_roles"."role" = $1 and "users"."suspended_at" is null and "users"."id" != $2 limit $3
;
select "users"."id" from "users" inner join "account_erasures" on "account_erasures"."user_id" = "users"."id" where "users"."id" in ($1, $2, $3, $4, $5, $6) and "erased_at" is not null and "finished_at" is not null
;
select "users"."id", "email_verified_at", "google_sub", "payment_method", "card_last4" from "users" inner join "creator_profiles" on "creator_profiles"."user_id" = "users"."id" where "users"."email" = $1
;
select "users"."id", "users"."email", "entrance", "target", "shown_price_cents" from "unfinished_sign_ins" inner join "users" on "users"."id" = "unfinished_sign_ins"."user_id" where "id_hash" = $1 and "unfinished_sign_ins"."expires_at" > $2 and "users"."suspended_at" is null
;
select "users"."id", "users"."email", "sessions"."id_hash", "sessions"."former_id_hash", "sessions"."former_proved_at", "sessions"."last_seen_at", "sessions"."proved_at", "users"."password_hash" is not null as "has_password", exists (select "user_roles"."role" from "user_roles" where "user_roles"."user_id" = "users"."id" and "user_roles"."role" = $1) as "is_admin", exists (select "creator_profiles"."id" from "creator_profiles" where "creator_profiles"."user_id" = "users"."id") as "is_creator", exists (select "consumer_profiles"."id" from "consumer_profiles" where "consumer_profiles"."user_id" = "users"."id") as "is_consumer" from "sessions" inner join "users" on "users"."id" = "sessions"."user_id" where "sessions"."id_hash" = $2 and "users"."suspended_at" is null and "users"."erased_at" is null and "sessions"."expires_at" > $3 and "sessions"."last_seen_at" > $4
;
select "users"."id", "users"."email", "sessions"."id_hash", "sessions"."former_id_hash", "sessions"."former_proved_at", "sessions"."last_seen_at", "sessions"."proved_at", "users"."password_hash" is not null as "has_password", exists (select "user_roles"."role" from "user_roles" where "user_roles"."user_id" = "users"."id" and "user_roles"."role" = $1) as "is_admin", exists (select "creator_profiles"."id" from "creator_profiles" where "creator_profiles"."user_id" = "users"."id") as "is_creator", exists (select "consumer_profiles"."id" from "consumer_profiles" where "consumer_profiles"."user_id" = "users"."id") as "is_consumer" from "sessions" inner join "users" on "users"."id" = "sessions"."user_id" where ("sessions"."former_id_hash" = $2 and "sessions"."former_until" > $3) and "users"."suspended_at" is null and "users"."erased_at" is null and "sessions"."expires_at" > $4 and "sessions"."last_seen_at" > $5
;
select "users"."id", "users"."email", "user_roles"."created_at", "users"."suspended_at" from "user_roles" inner join "users" on "users"."id" = "user_roles"."user_id" where "user_roles"."role" = $1 and true order by "user_roles"."created_at" desc, "users"."id" desc limit $2
;
select "users"."id", "users"."email", "users"."suspended_at", "users"."email_verified_at", exists (select "user_roles"."role" from "user_roles" where "user_roles"."user_id" = "users"."id" and "user_roles"."role" = $1) as "is_admin" from "users" where "users"."id" = $2
;
select "users"."id", "users"."email", "users"."suspended_at", "users"."email_verified_at", exists (select "user_roles"."role" from "user_roles" where "user_roles"."user_id" = "users"."id" and "user_roles"."role" = $1) as "is_admin" from "users" where "users"."id" = $2 for no key update of "users"
;
select "value" from "mail_choices" where "user_id" = $1 and "choice" = $2
;
select "version" from "terms_acceptances" where "user_id" = $1 order by version = $2 desc limit $3
;
select "video_count" from "creator_figures" where "creator_id" = $1
;
select "video_id", "author_id" from "reviews" where "id" = $1
;
select "video_id", "consumer_id" from "sales" where "id" = $1
;
select "video_id", "state", "percent", "reason" from "conversions" where "video_id" in ($1)
;
select "video_url" from "videos"
;
select "video_url" from "videos" where "id" = $1
;
select "video_url", "cloudflare_video_id" from "videos" where "id" = $1 and "video_type" = $2 and "published_at" is not null
;
select "video_url", "deleted_at", exists (select "sales"."id" from "sales" where "sales"."video_id" = "videos"."id") as "sold" from "videos" where "id" = $1 and "published_at" is not null
;
select "video_url", "deleted_at", exists (select "sales"."id" from "sales" where "sales"."video_id" = "videos"."id") as "sold" from "videos" where "id" = $1 and "published_at" is not null for update
;
select "video_url", "published_at" from "videos" where "id" = $1
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "creator_id", "video_type", "video_url", "youtube_url", "cloudflare_video_id", "published_at", "deleted_at", "file_removed_at", "suspended_at", "creator_suspended", "state", "percent", "sent_at", "has_mp4" from "videos" left join "video_streams" on "video_streams"."video_id" = "videos"."id" where "id" = $1
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by "videos"."created_at" desc, "videos"."id" desc limit $1
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "seconds" from "watch_positions" inner join "videos" on "videos"."id" = "watch_positions"."video_id" where "user_id" = $1 and "published_at" is not null and exists (select "sales"."id" from "sales" where "sales"."video_id" = "videos"."id" and "consumer_id" = $2 and "status" = $3) order by "watch_positions"."updated_at" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "video_type", "published_at", "suspended_at", "state", "percent", "failure", "failure_code", "sales_count", "review_count", "rating_total", coalesce("video_views"."number", $1) as "views", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status IN ('completed', 'pending', 'processing')) as "sold", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status = 'processing' AND sales.paid_at IS NULL) as "awaited" from "videos" left join "video_streams" on "video_streams"."video_id" = "videos"."id" left join "video_views" on "video_views"."video_id" = "videos"."id" where "creator_id" = $2 and "deleted_at" is null and ("published_at" is not null or "sent_at" is not null) and ("created_at", "id") < ($3, $4) order by "created_at" desc, "id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "video_type", "published_at", "suspended_at", "state", "percent", "failure", "failure_code", "sales_count", "review_count", "rating_total", coalesce("video_views"."number", $1) as "views", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status IN ('completed', 'pending', 'processing')) as "sold", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status = 'processing' AND sales.paid_at IS NULL) as "awaited" from "videos" left join "video_streams" on "video_streams"."video_id" = "videos"."id" left join "video_views" on "video_views"."video_id" = "videos"."id" where "creator_id" = $2 and "deleted_at" is null and ("published_at" is not null or "sent_at" is not null) order by "created_at" desc, "id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "video_url", "cloudflare_video_id", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status IN ('completed', 'pending', 'processing')) as "sold", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status = 'processing' AND sales.paid_at IS NULL) as "awaited", EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id) as "has_sales" from "videos" where "id" = $1 and "creator_id" = $2 and (published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL)) and "deleted_at" is not null
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "video_url", "cloudflare_video_id", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status IN ('completed', 'pending', 'processing')) as "sold", EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status = 'processing' AND sales.paid_at IS NULL) as "awaited", EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id) as "has_sales" from "videos" where "id" = $1 and "creator_id" = $2 and (published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL)) and "deleted_at" is null
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "creator_profiles"."full_name" as "creator_name", "outcomes", "spoken_language", "captions", "duration_seconds", "content_updated_at", "published_at", "review_count", "rating_total", "videos"."topic_slug", "topics"."name_pt" as "topic_pt", "topics"."name_en" as "topic_en", "preview_kind", "preview_status", "preview_key", "preview_length", "preview_youtube_id" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" left join "topics" on "topics"."slug" = "videos"."topic_slug" where "videos"."id" = $1 and videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."creator_id" = $1 and (videos.created_at, videos.id) < ($2::timestamptz, $3::uuid) order by "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."creator_id" = $1 order by "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."id" in ($1)
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."price_cents" <= $1 and "videos"."currency" = $2 and ((title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text)) OR (title_plain LIKE like_part($5::text) OR creator_plain LIKE like_part(' ' || $6::text)) OR (title_plain LIKE like_part($7::text) OR creator_plain LIKE like_part(' ' || $8::text)) OR (title_plain LIKE like_part($9::text) OR creator_plain LIKE like_part(' ' || $10::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $11
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."price_cents" <= $1 and "videos"."currency" = $2 and ((title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text)) OR (title_plain LIKE like_part($5::text) OR creator_plain LIKE like_part(' ' || $6::text))) and ((title_plain LIKE like_part($7::text) OR creator_plain LIKE like_part(' ' || $8::text)) OR (title_plain LIKE like_part($9::text) OR creator_plain LIKE like_part(' ' || $10::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $11
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."price_cents" <= $1 and "videos"."currency" = $2 order by "videos"."created_at" desc, "videos"."id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and ((title_plain LIKE like_part($2::text) OR creator_plain LIKE like_part(' ' || $3::text)) OR (title_plain LIKE like_part($4::text) OR creator_plain LIKE like_part(' ' || $5::text)) OR (title_plain LIKE like_part($6::text) OR creator_plain LIKE like_part(' ' || $7::text)) OR (title_plain LIKE like_part($8::text) OR creator_plain LIKE like_part(' ' || $9::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $10
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and ((title_plain LIKE like_part($2::text) OR creator_plain LIKE like_part(' ' || $3::text)) OR (title_plain LIKE like_part($4::text) OR creator_plain LIKE like_part(' ' || $5::text))) and ((title_plain LIKE like_part($6::text) OR creator_plain LIKE like_part(' ' || $7::text)) OR (title_plain LIKE like_part($8::text) OR creator_plain LIKE like_part(' ' || $9::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $10
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and ((title_plain LIKE like_part($2::text) OR creator_plain LIKE like_part(' ' || $3::text))) and ((title_plain LIKE like_part($4::text) OR creator_plain LIKE like_part(' ' || $5::text))) and ((title_plain LIKE like_part($6::text) OR creator_plain LIKE like_part(' ' || $7::text))) and ((title_plain LIKE like_part($8::text) OR creator_plain LIKE like_part(' ' || $9::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $10
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and (videos.created_at, videos.id) < ($2::timestamptz, $3::uuid) order by "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 order by "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((title_plain LIKE like_part($1::text) OR creator_plain LIKE like_part(' ' || $2::text)) OR (title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text)) OR (title_plain LIKE like_part($5::text) OR creator_plain LIKE like_part(' ' || $6::text)) OR (title_plain LIKE like_part($7::text) OR creator_plain LIKE like_part(' ' || $8::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $9
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((title_plain LIKE like_part($1::text) OR creator_plain LIKE like_part(' ' || $2::text)) OR (title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text))) and ((title_plain LIKE like_part($5::text) OR creator_plain LIKE like_part(' ' || $6::text)) OR (title_plain LIKE like_part($7::text) OR creator_plain LIKE like_part(' ' || $8::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $9
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((title_plain LIKE like_part($1::text) OR creator_plain LIKE like_part(' ' || $2::text)) OR (title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((title_plain LIKE like_part($1::text) OR creator_plain LIKE like_part(' ' || $2::text))) and ((title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text)) OR (title_plain LIKE like_part($5::text) OR creator_plain LIKE like_part(' ' || $6::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $7
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((title_plain LIKE like_part($1::text) OR creator_plain LIKE like_part(' ' || $2::text))) and ((title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text))) and ((title_plain LIKE like_part($5::text) OR creator_plain LIKE like_part(' ' || $6::text))) and ((title_plain LIKE like_part($7::text) OR creator_plain LIKE like_part(' ' || $8::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $9
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((title_plain LIKE like_part($1::text) OR creator_plain LIKE like_part(' ' || $2::text))) and ((title_plain LIKE like_part($3::text) OR creator_plain LIKE like_part(' ' || $4::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((title_plain LIKE like_part($1::text) OR creator_plain LIKE like_part(' ' || $2::text))) order by "videos"."created_at" desc, "videos"."id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (title_grams @> search_grams(plain($1)) AND strpos(title_plain, plain($2)) > 0) and "videos"."creator_id" = $3 order by "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (title_grams @> search_grams(plain($1)) AND strpos(title_plain, plain($2)) > 0) order by "videos"."created_at" desc, "videos"."id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (title_plain LIKE like_part(plain($1)) OR creator_plain LIKE like_part(' ' || plain($2))) and "videos"."creator_id" = $3 order by "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (title_plain LIKE like_part(plain($1)) OR creator_plain LIKE like_part(' ' || plain($2))) and "videos"."price_cents" <= $3 and "videos"."currency" = $4 order by "videos"."created_at" desc, "videos"."id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (title_plain LIKE like_part(plain($1)) OR creator_plain LIKE like_part(' ' || plain($2))) and "videos"."topic_slug" = $3 and "videos"."price_cents" <= $4 and "videos"."currency" = $5 order by "videos"."created_at" desc, "videos"."id" desc limit $6
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (title_plain LIKE like_part(plain($1)) OR creator_plain LIKE like_part(' ' || plain($2))) and "videos"."topic_slug" = $3 order by "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (title_plain LIKE like_part(plain($1)) OR creator_plain LIKE like_part(' ' || plain($2))) order by "videos"."created_at" desc, "videos"."id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (videos.created_at, videos.id) < ($1::timestamptz, $2::uuid) order by "videos"."created_at" desc, "videos"."id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and title_grams @> search_grams(plain($1)) and "videos"."creator_id" = $2 order by "videos"."created_at" desc, "videos"."id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and title_grams @> search_grams(plain($1)) order by "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by "videos"."created_at" desc, "videos"."id" desc limit $1
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", (-videos.price_cents) as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and ((-videos.price_cents), videos.created_at, videos.id) < ($2, $3::timestamptz, $4::uuid) order by (-videos.price_cents) desc, "videos"."created_at" desc, "videos"."id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", (-videos.price_cents) as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 order by (-videos.price_cents) desc, "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", (-videos.price_cents) as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and ((-videos.price_cents), videos.created_at, videos.id) < ($1, $2::timestamptz, $3::uuid) order by (-videos.price_cents) desc, "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", (-videos.price_cents) as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by (-videos.price_cents) desc, "videos"."created_at" desc, "videos"."id" desc limit $1
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.price_cents as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."price_cents" <= $1 and "videos"."currency" = $2 and (videos.price_cents, videos.created_at, videos.id) < ($3, $4::timestamptz, $5::uuid) order by videos.price_cents desc, "videos"."created_at" desc, "videos"."id" desc limit $6
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.price_cents as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."price_cents" <= $1 and "videos"."currency" = $2 order by videos.price_cents desc, "videos"."created_at" desc, "videos"."id" desc limit $3
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.price_cents as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and (videos.price_cents, videos.created_at, videos.id) < ($2, $3::timestamptz, $4::uuid) order by videos.price_cents desc, "videos"."created_at" desc, "videos"."id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.price_cents as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 order by videos.price_cents desc, "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.price_cents as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (videos.price_cents, videos.created_at, videos.id) < ($1, $2::timestamptz, $3::uuid) order by videos.price_cents desc, "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.price_cents as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by videos.price_cents desc, "videos"."created_at" desc, "videos"."id" desc limit $1
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.rating_rank as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and (videos.rating_rank, videos.created_at, videos.id) < ($2, $3::timestamptz, $4::uuid) order by videos.rating_rank desc, "videos"."created_at" desc, "videos"."id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.rating_rank as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 order by videos.rating_rank desc, "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.rating_rank as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (videos.rating_rank, videos.created_at, videos.id) < ($1, $2::timestamptz, $3::uuid) order by videos.rating_rank desc, "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.rating_rank as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by videos.rating_rank desc, "videos"."created_at" desc, "videos"."id" desc limit $1
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.sales_count as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."sales_count" > $1 order by videos.sales_count desc, "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.sales_count as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 and (videos.sales_count, videos.created_at, videos.id) < ($2, $3::timestamptz, $4::uuid) order by videos.sales_count desc, "videos"."created_at" desc, "videos"."id" desc limit $5
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.sales_count as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and "videos"."topic_slug" = $1 order by videos.sales_count desc, "videos"."created_at" desc, "videos"."id" desc limit $2
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.sales_count as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended and (videos.sales_count, videos.created_at, videos.id) < ($1, $2::timestamptz, $3::uuid) order by videos.sales_count desc, "videos"."created_at" desc, "videos"."id" desc limit $4
;
select "videos"."id", "title", "description", "price_cents", "videos"."currency", "thumbnail_url", "videos"."created_at", "duration_seconds", "videos"."creator_id", "review_count", "rating_total", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", videos.sales_count as "sort_key" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended order by videos.sales_count desc, "videos"."created_at" desc, "videos"."id" desc limit $1
;
select "videos"."id", "title", "file_name", "bytes", "file_mark", "cloudflare_video_id", "write_handle" from "resumable_uploads" inner join "videos" on "videos"."id" = "resumable_uploads"."video_id" where "creator_id" = $1 and "published_at" is null and "deleted_at" is null order by "created_at" desc, "videos"."id" desc
;
select "videos"."id", "title", "videos"."creator_id", "creator_profiles"."full_name" as "creator_name", "creator_profiles"."portrait_key", "review_count", "rating_total", "rating_counts", videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended as "for_sale" from "videos" inner join "creator_profiles" on "creator_profiles"."user_id" = "videos"."creator_id" where "videos"."id" = $1 and "published_at" is not null
;
select "videos"."id", "video_url" from "conversions" inner join "videos" on "videos"."id" = "conversions"."video_id" where (("state" = $1 and "conversions"."updated_at" < $2) or ("state" = $3 and "reason" in ($4, $5, $6) and "conversions"."updated_at" < $7) or "state" = $8) order by "conversions"."updated_at" limit $9
;
select "videos"."id", "video_url" from "conversions" inner join "videos" on "videos"."id" = "conversions"."video_id" where (("state" = $1 and "conversions"."updated_at" < $2) or ("state" = $3 and "reason" in ($4, $5, $6) and "conversions"."updated_at" < $7)) order by "conversions"."updated_at" limit $8
;
select "videos"."id", "video_url", "cloudflare_video_id", "thumbnail_url", "published_at", "bytes", "write_handle" from "resumable_uploads" inner join "videos" on "videos"."id" = "resumable_uploads"."video_id" where "videos"."id" = $1 and "creator_id" = $2 and "deleted_at" is null
;
select "videos"."id", "videos"."title", "sales"."currency", count(*) as "count", sum("sales"."creator_earnings_cents") as "cents" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "videos"."creator_id" = $1 and "sales"."status" = $2 and (sales.completed_at AT TIME ZONE 'America/Sao_Paulo')::date = $3::date and sales.completed_at BETWEEN $4::date AND $5::date + interval '2 days' group by "videos"."id", "sales"."currency" order by "cents" desc, "videos"."id" limit $6
;
select "videos"."review_count", "videos"."rating_total", "rating_counts", "creator_figures"."review_count" as "of_creator", "creator_figures"."student_count" as "students" from "videos" inner join "creator_figures" on "creator_figures"."creator_id" = "videos"."creator_id" where "videos"."id" = $1
;
select "videos"."title", "users"."email" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" inner join "users" on "users"."id" = "sales"."consumer_id" where "sales"."id" = $1
;
select "videos"."title", coalesce(
  (SELECT full_name FROM consumer_profiles WHERE user_id = reviews.author_id),
  (SELECT full_name FROM creator_profiles WHERE user_id = reviews.author_id),
  (SELECT google_name FROM users WHERE id = reviews.author_id)) as "author_name" from "reviews" inner join "videos" on "videos"."id" = "reviews"."video_id" where "reviews"."id" = $1
;
select (select count(*) as "count" from "sales" inner join "videos" on "videos"."id" = "sales"."video_id" where "videos"."creator_id" = $1 and "sales"."status" = $2) as "totalSales", (select coalesce(sum("balance_cents"), $3) as "cents" from "ledger_balances" where "creator_id" = $4 and "currency" = $5 and "account" in ($6, $7, $8)) as "creatorEarningsCents", (select coalesce(sum("balance_cents"), $9) as "cents" from "ledger_balances" where "creator_id" = $10 and "currency" = $11 and "account" in ($12)) as "platformFeeCents"
;
select * from "account_erasures" where "user_id" = $1
;
select * from "audit_entries"
;
select * from "audit_entries" where "action" = $1 and "target_id" = $2
;
select * from "audit_entries" where "target_id" = $1 order by "created_at"
;
select * from "consumer_profiles" where "user_id" = $1
;
select * from "conversions" where "video_id" = $1
;
select * from "creator_profiles" where "email" = $1
;
select * from "creator_profiles" where "user_id" = $1
;
select * from "data_exports" where "user_id" in ($1, $2, $3, $4, $5, $6)
;
select * from "disputes" where "sale_id" = $1 order by "created_at", "id"
;
select * from "email_confirmations"
;
select * from "ledger_proofs" order by "id" desc limit $1
;
select * from "ledger_proofs" where "violations" is not null and "whole" = $1 order by "id" desc limit $2
;
select * from "ledger_proofs" where "violations" is not null order by "id" desc limit $1
;
select * from "mails" where "id" = $1
;
select * from "mails" where "key" = $1
;
select * from "password_resets" where "user_id" = $1
;
select * from "payment_events" order by "received_at" desc
;
select * from "payment_events" where "id" = $1
;
select * from "payouts" order by "created_at"
;
select * from "payouts" where "batch_id" = $1 order by "id" limit $2
;
select * from "payouts" where "creator_id" = $1 order by "created_at" desc limit $2
;
select * from "payouts" where "creator_id" = $1 order by "created_at" desc, "id" desc limit $2
;
select * from "payouts" where "creator_id" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) order by "id"
;
select * from "payouts" where "id" = $1
;
select * from "payouts" where "id" = $1 and "batch_id" = $2
;
select * from "payouts" where "id" = $1 and "creator_id" = $2
;
select * from "provider_movements" where "id" = $1
;
select * from "reconciliation_differences" where "reconciliation_id" = $1 order by "id" limit $2
;
select * from "reconciliations" where "finished_at" is not null and "failure" is null order by "id" desc limit $1
;
select * from "reconciliations" where "finished_at" is not null order by "id" desc limit $1
;
select * from "recovery_codes"
;
select * from "refunds" where "sale_id" = $1
;
select * from "refunds" where "sale_id" = $1 order by "created_at" desc
;
select * from "refunds" where "sale_id" = $1 order by "created_at", "id"
;
select * from "reviews" where "author_id" = $1 and "video_id" = $2
;
select * from "sales" where "consumer_id" = $1 order by "created_at", "id"
;
select * from "sales" where "id" = $1
;
select * from "sales" where "provider_checkout_id" = $1
;
select * from "second_factors" where "user_id" = $1
;
select * from "sessions" where "user_id" = $1
;
select * from "share_pictures" where "subject_id" = $1
;
select * from "terms_acceptances" where "user_id" = $1
;
select * from "users" where "email" = $1
;
select * from "users" where "id" = $1
;
select * from "videos" inner join "resumable_uploads" on "video_id" = "id" where "creator_id" = $1
;
select * from "videos" left join "video_streams" on "video_streams"."video_id" = "videos"."id" where "creator_id" = $1
;
select * from "videos" left join "video_streams" on "video_streams"."video_id" = "videos"."id" where "id" = $1
;
select * from "videos" order by "id"
;
select * from "videos" where "id" = $1
;
select * from "watch_positions" where "user_id" = $1
;
select audit_forget_old($1::integer) as "changed"
;
select coalesce("creator_profiles"."full_name", "consumer_profiles"."full_name", "users"."google_name") as "full_name" from "users" left join "creator_profiles" on "creator_profiles"."user_id" = "users"."id" left join "consumer_profiles" on "consumer_profiles"."user_id" = "users"."id" where "users"."id" = $1
;
select count(*) as "count" from "ledger_lines" where "creator_id" = $1 and "created_at" >= $2
;
select count(*) as "count" from "payouts" where "creator_id" in ($1, $2)
;
select count(*) as "count" from "recovery_codes" where "user_id" = $1
;
select count(*) as "count" from "sales"
;
select count(*) as "count" from "videos" where "creator_id" = $1 and "deleted_at" is null and "published_at" is not null
;
select count(*) as "count" from (select "ledger_balances"."creator_id" from "ledger_balances" inner join "creator_profiles" on "creator_profiles"."user_id" = "ledger_balances"."creator_id" where "account" = $1 and "ledger_balances"."currency" = $2 and "balance_cents" >= $3 and "tax_id" is null limit $4) as "owed"
;
select count(*) as "unfinished" from "resumable_uploads" inner join "videos" on "videos"."id" = "resumable_uploads"."video_id" where "creator_id" = $1 and "published_at" is null and "deleted_at" is null
;
select count(*)::int as "opened" from "sales" where "consumer_id" = $1 and "created_at" > $2
;
select current_setting('server_version_num') as server_version_num,
(select id from "graphile_worker".migrations order by id desc limit 1) as id,
(select id from "graphile_worker".migrations where breaking is true order by id desc limit 1) as biggest_breaking_id;
;
select distinct "status" from "sales" where "consumer_id" = $1 and "video_id" = $2 and not (sales.status = 'processing' AND sales.set_aside_at IS NOT NULL)
;
select ensure_first_admin($1::uuid) as "became"
;
select id, identifier from "graphile_worker"._private_tasks as tasks where identifier = any($1::text[])
;
select is_retired($1) as "is_retired", (select count(*) as "taken" from "creator_handles" where "handle" = $2 and "creator_id" is distinct from $3) as "taken"
;
select pg_advisory_xact_lock(hashtextextended('sale ' || "consumer_id" || ' ' || "video_id", 0)) as "locked" from "sales" where "provider_payment_id" = $1
;
select pg_advisory_xact_lock(hashtextextended('sale ' || "consumer_id" || ' ' || "video_id", 0)) as "locked" from "sales" where "sales"."id" = $1
;
select sum("number") as "number" from "running_counts" where "kind" = $1
;
select sum("number") filter(where "kind" = $1) as "totalCreators", sum("number") filter(where "kind" = $2) as "totalConsumers", sum("number") filter(where "kind" = $3) as "totalVideos" from "running_counts"
;
update "account_erasures" set "begun_at" = $1 where "user_id" = $2 and "due_at" <= $3 and "begun_at" is null
;
update "account_erasures" set "finished_at" = $1 where "user_id" = $2
;
update "audit_entries" set "address" = $1
;
update "consumer_profiles" set "email" = $1 where "user_id" = $2
;
update "consumer_profiles" set "full_name" = $1 where "user_id" = $2
;
update "consumer_profiles" set "full_name" = $1 where "user_id" = $2 and "full_name" != $3
;
update "consumer_profiles" set "full_name" = $1, "email" = $2 where "user_id" = $3
;
update "conversions" set "percent" = $1, "updated_at" = $2 where "video_id" = $3 and "run_id" = $4
;
update "conversions" set "updated_at" = $1
;
update "creator_profiles" set "email" = $1 where "user_id" = $2
;
update "creator_profiles" set "full_name" = $1 where "user_id" = $2
;
update "creator_profiles" set "full_name" = $1 where "user_id" = $2 and "full_name" != $3
;
update "creator_profiles" set "full_name" = $1, "email" = $2, "country" = $3, "bio" = $4, "links" = $5, "portrait_key" = $6, "pix_key" = $7, "bank_name" = $8, "bank_account_number" = $9, "card_last4" = $10, "card_holder_name" = $11 where "user_id" = $12
;
update "creator_profiles" set "full_name" = $1, "pix_key" = $2, "payment_method" = $3 where "user_id" = $4
;
update "creator_profiles" set "handle" = $1 where "user_id" = $2
;
update "creator_profiles" set "handle" = $1, "bio" = $2, "links" = $3 where "user_id" = $4
;
update "creator_profiles" set "handle" = $1, "bio" = $2, "links" = $3, "portrait_key" = $4 where "user_id" = $5
;
update "creator_profiles" set "payment_method" = $1, "card_last4" = $2 where "user_id" = $3
;
update "creator_profiles" set "payment_method" = $1, "pix_key" = $2 where "user_id" = $3
;
update "creator_profiles" set "payment_method" = $1, "pix_key" = $2, "bank_name" = $3, "bank_account_number" = $4, "card_last4" = $5, "card_holder_name" = $6 where "user_id" = $7 returning "id"
;
update "creator_profiles" set "pix_key" = $1 where "user_id" = $2
;
update "creator_profiles" set "pix_key" = $1, "bank_name" = $2, "bank_account_number" = $3, "card_last4" = $4, "card_holder_name" = $5 from "users" where "users"."id" = "creator_profiles"."user_id" and "users"."id" = $6 and "users"."email_verified_at" is null
;
update "creator_profiles" set "portrait_key" = $1 where "user_id" = $2
;
update "creator_profiles" set "tax_id" = $1 where "user_id" = $2 returning "id"
;
update "data_exports" set "ready_at" = $1, "bytes" = $2 where "id" = $3 and "ready_at" is null
;
update "disputes" set "status" = $1 where "id" = $2
;
update "disputes" set "status" = $1, "amount_cents" = $2, "reason" = $3, "told_at" = $4 where "id" = $5
;
update "email_confirmations" set "token_hash" = $1 where "user_id" = $2
;
update "graphile_worker"._private_jobs as jobs
set
last_error = (el->>'message'),
run_at = greatest(now(), run_at) + (exp(least(attempts, 10)) * interval '1 second'),
locked_by = null,
locked_at = null,
payload = coalesce(el->'payload', jobs.payload)
from json_array_elements($2::json) as els(el)
where id = (el->>'jobId')::bigint and locked_by = $1::text;
;
update "ledger_proofs" set "finished_at" = $1, "failure" = $2 where "id" = $3
;
update "ledger_proofs" set "finished_at" = $1, "violations" = $2 where "id" = $3
;
update "mails" set "failure" = $1 where "user_id" = $2
;
update "mails" set "handed_over_at" = $1, "failure" = $2 where "id" = $3 and "status" = $4
;
update "mails" set "handed_over_at" = $1, "sent_to" = $2 where "id" = $3 and "status" = $4 and "handed_over_at" is null
;
update "mails" set "send_at" = $1 where "id" = $2
;
update "mails" set "status" = $1, "ended_at" = $2, "failure" = $3 where "id" = $4 and "status" = $5
;
update "mails" set "status" = $1, "ended_at" = $2, "failure" = $3, "sent_to" = $4 where "id" = $5 and "status" = $6
;
update "mails" set "status" = $1, "ended_at" = $2, "failure" = coalesce("failure", $3) where "status" = $4 and "send_at" < $5
;
update "mails" set "status" = $1, "ended_at" = $2, "handed_over_at" = $3 where "key" = $4 returning "id"
;
update "passkeys" set "counter" = $1, "last_used_at" = $2 where "id" = $3 and "counter" = $4
;
update "passkeys" set "name" = $1 where "id" = $2 and "user_id" = $3
;
update "payment_events" set "attempts" = $1 where "id" = $2
;
update "payment_events" set "attempts" = $1, "settled_at" = $2 where "id" = $3
;
update "payment_events" set "error" = $1, "attempts" = "attempts" + $2, "sale_id" = coalesce((SELECT id FROM sales WHERE id = $3::uuid),
    (SELECT id FROM sales WHERE provider_payment_id = $4::text)) where "id" = $5
;
update "payment_events" set "error" = $1, "attempts" = "attempts" + $2, "settled_at" = CASE WHEN attempts + 1 >= $3 THEN $4::timestamptz END where "id" = $5 and "settled_at" is null
;
update "payment_events" set "settled_at" = $1 where "id" = $2
;
update "payment_events" set "settled_at" = $1 where "id" = $2 and "error" is not null
;
update "payment_events" set "settled_at" = $1, "error" = $2, "attempts" = "attempts" + $3 where "id" = $4 and "settled_at" is null
;
update "payment_events" set "settled_at" = $1, "error" = $2, "attempts" = "attempts" + $3, "sale_id" = coalesce((SELECT id FROM sales WHERE id = $4::uuid),
    (SELECT id FROM sales WHERE provider_payment_id = $5::text)) where "id" = $6 returning "sale_id"
;
update "payout_details_changes" set "cancelled_at" = $1 where "id" = $2 and "cancelled_at" is null
;
update "payouts" set "decided_at" = $1, "decided_by" = $2, "bank_reference" = $3, "status" = $4 where "id" = $5
;
update "payouts" set "decided_at" = $1, "decided_by" = $2, "bank_reference" = $3, "status" = $4, "failure" = $5 where "id" = $6
;
update "payouts" set "decided_at" = $1, "decided_by" = $2, "returned_at" = $3, "returned_by" = $4, "bank_reference" = $5, "status" = $6, "return_reason" = $7 where "id" = $8
;
update "payouts" set "status" = $1, "bank_reference" = $2, "decided_at" = $3, "decided_by" = $4, "pix_key" = $5, "payee_name" = $6 where "id" = $7
;
update "payouts" set "status" = $1, "bank_reference" = $2, "failure" = $3, "decided_by" = $4, "decided_at" = $5 where "id" = $6 and "status" = $7 returning "id"
;
update "payouts" set "status" = $1, "return_reason" = $2, "returned_by" = $3, "returned_at" = $4 where "id" = $5 and "status" = $6 returning "id"
;
update "reconciliations" set "finished_at" = $1, "checked" = $2, "repaired" = $3, "provider_cents" = $4, "expected_cents" = $5 where "id" = $6
;
update "reconciliations" set "finished_at" = $1, "failure" = $2 where "id" = $3
;
update "refunds" set "channel" = $1, "failure" = $2, "provider_message" = $3 where "id" = $4 and "status" = $5 and "channel" = $6 and "provider_refund_id" is null returning "id", "reason"
;
update "refunds" set "note" = $1, "provider_message" = $2, "pix_key" = $3 where "sale_id" in (select "sales"."id" from "sales" where "consumer_id" = $4)
;
update "refunds" set "pix_key" = $1, "requested_locale" = $2 where "sale_id" = $3 and "channel" = $4 and "status" = $5 and "pix_key" is null
;
update "refunds" set "status" = $1 where "id" = $2
;
update "refunds" set "status" = $1, "failure" = $2, "provider_message" = $3 where "id" = $4 and "status" = $5 and "channel" = $6 and "provider_refund_id" is null returning "id", "reason"
;
update "refunds" set "status" = $1, "note" = left(concat_ws(' · ', note, $2::text), 500), "pix_key" = $3 where "id" = $4 and "sale_id" = $5 and "channel" = $6 and "status" = $7 returning "id", "reason"
;
update "refunds" set "status" = $1, "provider_refund_id" = $2 where "id" = $3
;
update "refunds" set "status" = $1, "provider_refund_id" = $2, "failure" = $3, "provider_message" = $4 where "id" = $5
;
update "reviews" set "hidden_at" = $1, "hidden_reason" = $2, "report_count" = $3, "reported_at" = $4 where "id" = $5
;
update "reviews" set "reply" = $1, "replied_at" = $2 where "id" = $3 and "video_id" = $4 and "creator_id" = $5 and "shown" = $6
;
update "reviews" set "report_count" = "report_count" + $1, "reported_at" = coalesce("reported_at", $2) where "id" = $3
;
update "reviews" set "report_count" = $1, "reported_at" = $2 where "id" = $3
;
update "reviews" set "text" = $1, "reply" = $2, "replied_at" = $3, "deleted_at" = $4 where "video_id" = $5 and "author_id" = $6 and "deleted_at" is null returning "id", "rating"
;
update "sales" set "amount_cents" = $1, "platform_fee_cents" = $2, "creator_earnings_cents" = $3 where "id" = $4
;
update "sales" set "checkout_title" = $1 where "consumer_id" = $2
;
update "sales" set "checkout_url" = $1, "awaiting_code" = $2, "awaiting_voucher_url" = $3 where "consumer_id" = $4
;
update "sales" set "paid_at" = $1 where "id" = $2
;
update "sales" set "payment_method" = $1 where "consumer_id" = $2
;
update "sales" set "payment_method" = $1 where "id" = $2
;
update "sales" set "payment_method" = $1, "awaiting_until" = $2, "awaiting_code" = $3, "awaiting_voucher_url" = $4 where "id" = $5 and "paid_at" is null returning "consumer_id", "status"
;
update "sales" set "payment_method" = $1, "paid_at" = $2 where "id" = $3
;
update "sales" set "payment_method" = $1, "status" = $2 where "id" = $3
;
update "sales" set "payment_method" = $1, "status" = $2, "awaiting_until" = $3, "awaiting_code" = $4 where "id" = $5
;
update "sales" set "provider_checkout_id" = $1 where "consumer_id" = $2
;
update "sales" set "provider_checkout_id" = $1 where "id" = $2
;
update "sales" set "provider_checkout_id" = $1, "checkout_url" = $2 where "consumer_id" = $3
;
update "sales" set "provider_checkout_id" = $1, "checkout_url" = $2 where "consumer_id" = $3 returning "id"
;
update "sales" set "provider_checkout_id" = $1, "checkout_url" = $2 where "id" = $3 and "status" = $4
;
update "sales" set "provider_fee_cents" = $1 where "id" = $2
;
update "sales" set "provider_payment_id" = $1 where "id" = $2
;
update "sales" set "reconciled_at" = $1 where "id" = $2
;
update "sales" set "set_aside_at" = $1 where "id" = $2 and "status" = $3 and "set_aside_at" is null
;
update "sales" set "status" = $1 where "consumer_id" = $2
;
update "sales" set "status" = $1 where "id" = $2
;
update "sales" set "status" = $1 where "id" = $2 and "status" = $3 and "provider_checkout_id" is not distinct from $4
;
update "sales" set "status" = $1 where "provider_checkout_id" = $2
;
update "sales" set "status" = $1 where "status" = $2 and "provider_checkout_id" is null and coalesce("checkout_expires_at", "created_at") < $3
;
update "sales" set "status" = $1, "completed_at" = $2, "paid_at" = $3 where "id" = $4
;
update "sales" set "status" = $1, "completed_at" = $2, "paid_at" = $3 where "video_id" in ($4, $5)
;
update "sales" set "status" = $1, "paid_at" = $2, "completed_at" = $3 where "video_id" = $4
;
update "sales" set "status" = $1, "provider_checkout_id" = $2, "provider_payment_id" = $3, "provider_charge_id" = $4, "payment_method" = $5, "provider_fee_cents" = $6, "paid_at" = $7, "completed_at" = $8, "duplicate" = $9 where "id" = $10
;
update "second_factor_removals" set "allowed_at" = $1, "allowed_by" = $2 where "user_id" = $3 and "proved_at" is not null and "allowed_at" is null
;
update "second_factor_removals" set "proved_at" = $1 where "user_id" = $2 and "proved_at" is null and "asked_at" > $3
;
update "second_factor_removals" set "token_hash" = $1 where "user_id" = $2 and "proved_at" is null
;
update "second_factors" set "confirmed_at" = $1, "last_step" = $2 where "user_id" = $3 and "secret" = $4 and "confirmed_at" is null
;
update "second_factors" set "last_step" = $1 where "user_id" = $2 and "confirmed_at" is not null and "last_step" < $3
;
update "sessions" set "former_id_hash" = $1, "former_proved_at" = $2, "former_until" = $3 where "id_hash" = $4
;
update "sessions" set "id_hash" = $1, "proved_at" = $2, "former_id_hash" = $3, "former_until" = $4, "former_proved_at" = case when "sessions"."id_hash" = $5 then "sessions"."proved_at" else "sessions"."former_proved_at" end where ("sessions"."id_hash" = $6 or ("sessions"."former_id_hash" = $7 and "sessions"."former_until" > $8))
;
update "sessions" set "id_hash" = $1, "proved_at" = case when "sessions"."id_hash" = $2 then "sessions"."proved_at" else "sessions"."former_proved_at" end, "former_id_hash" = $3, "former_proved_at" = $4, "former_until" = $5 where ("sessions"."id_hash" = $6 or ("sessions"."former_id_hash" = $7 and "sessions"."former_until" > $8))
;
update "sessions" set "last_seen_at" = $1 where "id_hash" = $2
;
update "terms_acceptances" set "version" = $1 where "user_id" = $2
;
update "users" set "checkouts_an_hour" = $1 where "id" = $2
;
update "users" set "email" = $1 where "email" = $2
;
update "users" set "email" = $1 where "id" = $2
;
update "users" set "email" = $1, "email_verified_at" = $2 where "id" = $3 and "email" = $4
;
update "users" set "email" = $1, "locale" = $2 where "id" = $3
;
update "users" set "email" = $1, "password_hash" = $2, "google_sub" = $3, "google_name" = $4, "email_verified_at" = $5, "erased_at" = $6 where "id" = $7
;
update "users" set "email_verified_at" = $1 where "id" = $2
;
update "users" set "email_verified_at" = coalesce("email_verified_at", $1) where "id" = $2 and "email" = $3 returning "id"
;
update "users" set "erased_at" = $1 where "id" = $2
;
update "users" set "erased_at" = $1, "email" = $2 where "id" = $3
;
update "users" set "google_sub" = $1, "google_name" = $2, "email_verified_at" = $3 where "id" = $4
;
update "users" set "google_sub" = $1, "google_name" = $2, "email_verified_at" = $3, "password_hash" = $4 where "id" = $5
;
update "users" set "locale" = $1 where "id" = $2 and "locale" != $3
;
update "users" set "password_hash" = $1 where "id" = $2
;
update "users" set "password_hash" = $1 where "id" = $2 and "password_hash" = $3
;
update "users" set "password_hash" = $1, "email_verified_at" = $2 where "id" = $3
;
update "users" set "suspended_at" = $1 where "email" = $2
;
update "users" set "suspended_at" = $1 where "id" = $2
;
update "users" set "videos_a_day" = $1 where "id" = $2
;
update "video_streams" set "check_at" = $1 where "video_id" = $2
;
update "video_streams" set "has_mp4" = $1 where "video_id" = $2
;
update "video_streams" set "mp4_asked" = $1 where "video_id" = $2 and "state" = $3
;
update "video_streams" set "sent_at" = $1 where "video_id" = $2
;
update "video_streams" set "state" = $1, "failure" = $2, "failure_code" = $3 where "video_id" = $4 and "failure_code" = $5
;
update "video_streams" set "state" = $1, "failure" = $2, "failure_code" = $3 where "video_id" = $4 and "state" in ($5, $6)
;
update "video_streams" set "state" = $1, "percent" = $2, "failure" = $3, "failure_code" = $4, "has_mp4" = $5, "sent_at" = $6, "checked_at" = $7, "check_at" = $8 where "video_id" = $9
;
update "video_streams" set "state" = $1, "percent" = $2, "failure" = $3, "failure_code" = $4, "has_mp4" = $5, "sent_at" = $6, "upload_url" = $7, "checked_at" = $8, "check_at" = $9 where "video_id" = $10
;
update "video_streams" set "upload_url" = $1 where "video_id" = $2
;
update "video_streams" set "upload_url" = $1, "sent_at" = $2, "check_at" = $3 where "video_id" = $4 and "upload_url" is not null
;
update "videos" set "cloudflare_video_id" = $1 where "id" = $2 and "cloudflare_video_id" = $3
;
update "videos" set "cloudflare_video_id" = $1 where "id" = $2 and "deleted_at" is null and "cloudflare_video_id" is null
;
update "videos" set "cloudflare_video_id" = $1 where "id" = $2 returning "id"
;
update "videos" set "created_at" = $1, "price_cents" = $2, "topic_slug" = $3 where "id" = $4
;
update "videos" set "creator_suspended" = $1 where "creator_id" = $2
;
update "videos" set "deleted_at" = $1 where "id" = $2
;
update "videos" set "deleted_at" = $1 where "id" = $2 and "creator_id" = $3
;
update "videos" set "deleted_at" = $1 where "id" = $2 and "creator_id" = $3 and (published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL)) and "deleted_at" is null
;
update "videos" set "deleted_at" = $1 where "id" = $2 and "creator_id" = $3 and not (published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL)) and "deleted_at" is null
;
update "videos" set "deleted_at" = $1 where "id" = $2 and "deleted_at" < $3
;
update "videos" set "deleted_at" = $1 where "id" in ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68, $69, $70, $71, $72, $73, $74, $75, $76, $77, $78, $79, $80, $81, $82, $83, $84, $85, $86, $87, $88, $89, $90, $91, $92, $93, $94, $95, $96, $97, $98, $99, $100, $101, $102)
;
update "videos" set "description" = $1 where "id" = $2
;
update "videos" set "description" = $1, "thumbnail_url" = $2 where "id" = $3
;
update "videos" set "facts_read_at" = $1 where "id" = $2
;
update "videos" set "facts_read_at" = $1, "duration_seconds" = $2, "width" = $3, "height" = $4, "format" = $5 where "id" = $6
;
update "videos" set "file_name" = $1 where "creator_id" = $2 and "deleted_at" is not null
;
update "videos" set "file_removed_at" = $1, "thumbnail_url" = $2 where "id" = $3 and "deleted_at" is not null
;
update "videos" set "preview_changed_at" = $1 where "id" = $2
;
update "videos" set "preview_clip" = $1 where "id" = $2 and "preview_key" = $3 and "preview_status" = $4
;
update "videos" set "preview_kind" = $1, "preview_key" = $2, "preview_length" = $3, "preview_status" = $4 where "id" = $5
;
update "videos" set "preview_kind" = $1, "preview_status" = $2, "preview_key" = $3, "preview_length" = $4, "preview_source" = $5, "preview_clip" = $6 where "id" = $7
;
update "videos" set "preview_kind" = $1, "preview_status" = $2, "preview_key" = $3, "preview_source" = $4, "preview_length" = $5, "preview_youtube_id" = $6, "preview_clip" = $7 where "id" = $8
;
update "videos" set "preview_kind" = $1, "preview_status" = $2, "preview_youtube_id" = $3 where "id" = $4
;
update "videos" set "preview_seconds" = $1, "preview_start" = $2, "preview_kind" = $3, "preview_status" = $4, "preview_key" = $5, "preview_source" = $6, "preview_length" = $7, "preview_youtube_id" = $8, "preview_clip" = $9, "preview_changed_at" = $10 where "id" = $11
;
update "videos" set "preview_status" = $1 where "id" = $2
;
update "videos" set "preview_status" = $1, "preview_length" = $2, "preview_source" = $3, "preview_clip" = $4 where "id" = $5
;
update "videos" set "price_cents" = $1 where "id" = $2
;
update "videos" set "published_at" = $1, "created_at" = $2 where "id" = $3 and "published_at" is null and "deleted_at" is null
;
update "videos" set "replaced_url" = "video_url", "video_url" = $1 where "id" = $2
;
update "videos" set "sales_count" = $1 where "title" in ($2, $3)
;
update "videos" set "sales_count" = $1, "review_count" = $2, "rating_total" = $3 where "id" = $4
;
update "videos" set "suspended_at" = $1 where "id" = $2
;
update "videos" set "thumbnail_url" = $1 where "id" = $2
;
update "videos" set "thumbnail_url" = $1 where "id" = $2 and "thumbnail_url" is null and "deleted_at" is null
;
update "videos" set "thumbnail_url" = $1 where "title" != $2
;
update "videos" set "title" = $1 where "id" = $2
;
update "videos" set "title" = $1, "description" = $2
;
update "videos" set "title" = $1, "description" = $2, "price_cents" = $3, "topic_slug" = $4 where "id" = $5 and "creator_id" = $6
;
update "videos" set "title" = $1, "description" = $2, "price_cents" = $3, "topic_slug" = $4, "content_updated_at" = $5 where "id" = $6 and "creator_id" = $7
;
update "videos" set "title" = $1, "description" = $2, "price_cents" = $3, "topic_slug" = $4, "outcomes" = $5 where "id" = $6 and "creator_id" = $7
;
update "videos" set "title" = $1, "description" = $2, "price_cents" = $3, "topic_slug" = $4, "outcomes" = $5, "content_updated_at" = $6 where "id" = $7 and "creator_id" = $8
;
update "videos" set "title" = $1, "description" = $2, "price_cents" = $3, "topic_slug" = $4, "spoken_language" = $5, "captions" = $6 where "id" = $7 and "creator_id" = $8
;
update "videos" set "title" = $1, "description" = $2, "price_cents" = $3, "topic_slug" = $4, "spoken_language" = $5, "captions" = $6, "content_updated_at" = $7 where "id" = $8 and "creator_id" = $9
;
update "videos" set "title" = $1, "description" = $2, "price_cents" = $3, "topic_slug" = $4, "thumbnail_url" = $5, "content_updated_at" = $6 where "id" = $7 and "creator_id" = $8
;
update "videos" set "title" = $1, "thumbnail_url" = $2 where "id" = $3
;
update "videos" set "topic_slug" = $1 where "id" = $2
;
update "videos" set "video_type" = $1, "video_url" = $2 where "id" = $3
;
update "videos" set "video_type" = $1, "video_url" = $2, "deleted_at" = $3 where "id" = $4
;
update "videos" set "video_url" = $1 where "id" = $2
;
update "videos" set "video_url" = $1, "cloudflare_video_id" = $2 where "id" = $3
;
update "videos" set "video_url" = $1, "thumbnail_url" = $2, "published_at" = $3 where "id" = $4 returning "id"
;
update "videos" set "video_url" = 'poison/' || "id" || '.mp4', "deleted_at" = $1 where "id" in ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68, $69, $70, $71, $72, $73, $74, $75, $76, $77, $78, $79, $80, $81, $82, $83, $84, $85, $86, $87, $88, $89, $90, $91, $92, $93, $94, $95, $96, $97, $98, $99, $100, $101)
;
with j as (
  select jobs.job_queue_id, jobs.priority, jobs.run_at, jobs.id
    from "graphile_worker"._private_jobs as jobs
    where jobs.is_available = true
    and run_at <= now()
    and task_id = any($2::int[])
    and (
      jobs.job_queue_id is null
      or
      jobs.job_queue_id in (
        select id
        from "graphile_worker"._private_job_queues as job_queues
        where job_queues.is_available = true
        for update
        skip locked
      )
    )
    
    order by priority asc, run_at asc
    limit 1
    for update
    skip locked
),
q as (
  update "graphile_worker"._private_job_queues as job_queues
    set
      locked_by = $1::text,
      locked_at = now()
    from j
    where job_queues.id = j.job_queue_id
)
  update "graphile_worker"._private_jobs as jobs
    set
      attempts = jobs.attempts + 1,
      locked_by = $1::text,
      locked_at = now()
    from j
    where jobs.id = j.id
    returning *
;
with j as (
update "graphile_worker"._private_jobs as jobs
set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
where locked_at < now() - interval '4 hours'
)
update "graphile_worker"._private_job_queues as job_queues
set locked_at = null, locked_by = null
where locked_at < now() - interval '4 hours'
;
with specs as (
        select
          index,
          (json->>'identifier')::text as identifier,
          ((json->'job')->>'task')::text as task,
          ((json->'job')->'payload')::json as payload,
          ((json->'job')->>'queueName')::text as queue_name,
          ((json->'job')->>'runAt')::timestamptz as run_at,
          ((json->'job')->>'maxAttempts')::smallint as max_attempts,
          ((json->'job')->>'priority')::smallint as priority,
          ((json->'job')->>'jobKey')::text as job_key,
          ((json->'job')->>'jobKeyMode')::text as job_key_mode
        from json_array_elements($1::json) with ordinality AS entries (json, index)
      ),
      locks as (
        insert into "graphile_worker"._private_known_crontabs as known_crontabs (identifier, known_since, last_execution)
        select
          specs.identifier,
          $2::timestamptz as known_since,
          $2::timestamptz as last_execution
        from specs
        on conflict (identifier)
        do update set last_execution = excluded.last_execution
        where (known_crontabs.last_execution is null or known_crontabs.last_execution < excluded.last_execution)
        returning known_crontabs.identifier
      )
      select
        "graphile_worker".add_job(
          specs.task,
          specs.payload,
          specs.queue_name,
          coalesce(specs.run_at, $3::timestamptz, now()),
          specs.max_attempts,
          specs.job_key,
          specs.priority,
          null, -- flags
          specs.job_key_mode
        )
      from specs
      inner join locks on (locks.identifier = specs.identifier)
      order by specs.index asc
