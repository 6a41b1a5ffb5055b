import { type Kysely, sql } from "kysely";

/** The tables of spec section 3, plus users, sessions and the payment inbox. Money is integer cents (design.md, decision 2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

  await run(sql`
    CREATE TABLE users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email text NOT NULL CHECK (email = btrim(email) AND length(email) BETWEEN 3 AND 254),
      password_hash text,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await run(sql`CREATE UNIQUE INDEX users_email_key ON users (lower(email))`);

  await run(sql`
    CREATE TABLE user_roles (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('admin')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, role)
    )`);

  await run(sql`
    CREATE TABLE sessions (
      id_hash text PRIMARY KEY CHECK (id_hash ~ '^[0-9a-f]{64}$'),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      user_agent text CHECK (length(user_agent) <= 300)
    )`);
  await run(sql`CREATE INDEX sessions_user_id_idx ON sessions (user_id)`);
  await run(sql`CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)`);

  await run(sql`
    CREATE TABLE creator_profiles (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE RESTRICT,
      full_name text NOT NULL CHECK (length(full_name) BETWEEN 1 AND 200),
      email text NOT NULL,
      country text NOT NULL CHECK (length(country) BETWEEN 1 AND 100),
      payment_method text NOT NULL DEFAULT 'pix' CHECK (payment_method IN ('pix', 'bank', 'card', 'stripe')),
      currency text NOT NULL DEFAULT 'BRL' CHECK (currency IN ('BRL', 'USD', 'EUR')),
      pix_key text CHECK (length(pix_key) <= 200),
      bank_account_number text CHECK (length(bank_account_number) <= 60),
      bank_name text CHECK (length(bank_name) <= 120),
      card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
      card_holder_name text CHECK (length(card_holder_name) <= 200),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await run(sql`CREATE INDEX creator_profiles_created_at_idx ON creator_profiles (created_at DESC, id DESC)`);

  await run(sql`
    CREATE TABLE consumer_profiles (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE RESTRICT,
      full_name text NOT NULL CHECK (length(full_name) BETWEEN 1 AND 200),
      email text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await run(
    sql`CREATE INDEX consumer_profiles_created_at_idx ON consumer_profiles (created_at DESC, id DESC)`,
  );

  // published_at is set once the file is whole; deleted_at takes a sold video out of the shop while its buyers
  // keep watching (decision 6). Every published video has something to play.
  await run(sql`
    CREATE TABLE videos (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
      description text NOT NULL CHECK (length(description) <= 5000),
      price_cents integer NOT NULL CHECK (price_cents >= 50),
      currency text NOT NULL DEFAULT 'BRL' CHECK (currency IN ('BRL', 'USD', 'EUR')),
      thumbnail_url text,
      video_type text NOT NULL CHECK (video_type IN ('cloudflare', 'youtube', 'legacy')),
      cloudflare_video_id text UNIQUE,
      youtube_url text,
      video_url text UNIQUE,
      file_name text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      published_at timestamptz(3),
      deleted_at timestamptz(3),
      CHECK ((video_type = 'youtube') = (youtube_url IS NOT NULL)),
      CHECK (published_at IS NULL OR num_nonnulls(youtube_url, cloudflare_video_id, video_url) = 1)
    )`);
  await run(sql`
    CREATE INDEX videos_shop_idx ON videos (created_at DESC, id DESC)
    WHERE published_at IS NOT NULL AND deleted_at IS NULL`);
  await run(sql`CREATE INDEX videos_creator_idx ON videos (creator_id, created_at DESC, id DESC)`);

  // A sale freezes what was agreed. A video or a person with a sale cannot be deleted: the sale is an account of money.
  await run(sql`
    CREATE TABLE sales (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      video_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
      consumer_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      amount_cents integer NOT NULL CHECK (amount_cents >= 50),
      currency text NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')),
      platform_fee_cents integer NOT NULL CHECK (platform_fee_cents >= 0),
      creator_earnings_cents integer NOT NULL CHECK (creator_earnings_cents >= 0),
      status text NOT NULL DEFAULT 'pending'
        CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'refunded', 'disputed')),
      checkout_session_id text UNIQUE,
      checkout_url text,
      checkout_expires_at timestamptz(3),
      payment_intent_id text UNIQUE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      completed_at timestamptz(3),
      CHECK (platform_fee_cents + creator_earnings_cents = amount_cents),
      CHECK (status <> 'completed' OR completed_at IS NOT NULL)
    )`);
  await run(sql`
    CREATE UNIQUE INDEX sales_one_completed_idx ON sales (consumer_id, video_id) WHERE status = 'completed'`);
  await run(sql`
    CREATE UNIQUE INDEX sales_one_pending_idx ON sales (consumer_id, video_id) WHERE status = 'pending'`);
  await run(sql`CREATE INDEX sales_video_idx ON sales (video_id, created_at DESC, id DESC)`);
  await run(sql`CREATE INDEX sales_consumer_idx ON sales (consumer_id, created_at DESC, id DESC)`);

  // The inbox: an event is stored before it is worked on, and its provider id makes a repeat harmless.
  await run(sql`
    CREATE TABLE payment_events (
      id text PRIMARY KEY,
      type text NOT NULL,
      payload jsonb NOT NULL,
      received_at timestamptz(3) NOT NULL DEFAULT now(),
      settled_at timestamptz(3),
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      error text
    )`);
  await run(sql`
    CREATE INDEX payment_events_unsettled_idx ON payment_events (received_at) WHERE settled_at IS NULL`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP TABLE payment_events, sales, videos, consumer_profiles, creator_profiles, sessions, user_roles, users
  `.execute(db);
}
