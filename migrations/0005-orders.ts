import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Raises the refusal of a frozen column, by the name of its trigger. */
const refuse = (message: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME`;

/** Sales with what is known of each payment: money is integer cents (docs/decisions/0007-integer-cents.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- fee is the share of the amount in basis points, rounded half up, frozen with the sale. checkout_title is the title
-- that the payment page shows; set_aside_at is when the buyer chose to pay in another way while the payment could not
-- be ended: it may still arrive.
CREATE TABLE sales (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, video_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  consumer_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  amount_cents integer NOT NULL CHECK (amount_cents >= 50),
  currency text NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')),
  platform_fee_cents integer NOT NULL CHECK (platform_fee_cents >= 0),
  creator_earnings_cents integer NOT NULL CHECK (creator_earnings_cents >= 0),
  status text DEFAULT 'pending' NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed',
    'refunded', 'disputed')),
  provider_checkout_id text UNIQUE, checkout_url text, checkout_expires_at timestamptz(3),
  provider_payment_id text UNIQUE, created_at timestamptz(3) DEFAULT now() NOT NULL, completed_at timestamptz(3),
  paid_at timestamptz(3), duplicate boolean DEFAULT false NOT NULL,
  payment_method text CHECK (payment_method IN ('card', 'pix', 'boleto', 'other')), awaiting_until timestamptz(3),
  provider_charge_id text UNIQUE, provider_fee_cents integer CHECK (provider_fee_cents >= 0),
  reconciled_at timestamptz(3), checkout_title text, awaiting_code text, awaiting_voucher_url text,
  set_aside_at timestamptz(3), platform_share_bp integer NOT NULL CHECK (platform_share_bp BETWEEN 0 AND 10000),
  rebuilt_at timestamptz(3),
  CONSTRAINT sales_check CHECK ((platform_fee_cents + creator_earnings_cents) = amount_cents),
  CONSTRAINT sales_check1 CHECK ((status <> 'completed') OR (completed_at IS NOT NULL)),
  CONSTRAINT sales_duplicate_check CHECK ((NOT duplicate) OR ((paid_at IS NOT NULL) AND (status <> 'completed'))),
  CONSTRAINT sales_paid_check CHECK ((paid_at IS NOT NULL) OR (status IN ('pending', 'processing', 'failed'))),
  CONSTRAINT sales_split_by_share_check CHECK (platform_fee_cents = ((((amount_cents)::bigint * platform_share_bp) +
    5000) / 10000)),
  CONSTRAINT sales_unpaid_check CHECK ((paid_at IS NULL) OR (status <> ALL (ARRAY['pending', 'failed'])))
);
ALTER TABLE mails ADD FOREIGN KEY (sale_id) REFERENCES sales ON DELETE CASCADE;
CREATE INDEX sales_consumer_idx ON sales (consumer_id, created_at DESC, id DESC);
CREATE INDEX sales_earned_idx ON sales (video_id, completed_at) INCLUDE (creator_earnings_cents, platform_fee_cents)
  WHERE status = 'completed';
CREATE INDEX sales_newest_idx ON sales (created_at DESC, id DESC);
CREATE UNIQUE INDEX sales_one_completed_idx ON sales (consumer_id, video_id) WHERE status = 'completed';
CREATE UNIQUE INDEX sales_one_pending_idx ON sales (consumer_id, video_id) WHERE status = 'pending';
CREATE INDEX sales_paid_idx ON sales (paid_at, id) INCLUDE (reconciled_at) WHERE paid_at IS NOT NULL;
CREATE INDEX sales_status_idx ON sales (status, created_at DESC, id DESC);
CREATE INDEX sales_undecided_idx ON sales (created_at) WHERE status IN ('pending', 'processing');
CREATE INDEX sales_video_idx ON sales (video_id, created_at DESC, id DESC);

-- pix_key: where the buyer of a boleto wants the money back that no provider can send. A refund by hand that the bank
-- returned is 'returned'.
CREATE TABLE refunds (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT,
  provider_refund_id text UNIQUE, amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('requested', 'pending', 'succeeded', 'failed', 'returned')),
  channel text NOT NULL CHECK (channel IN ('provider', 'outside')),
  reason text NOT NULL CHECK (reason IN ('withdrawal', 'admin', 'duplicate', 'provider')),
  requested_by uuid REFERENCES users ON DELETE RESTRICT, note text CHECK (length(note) BETWEEN 1 AND 500),
  failure text CHECK (failure IN ('disputed', 'declined', 'cardExpired', 'insufficientFunds', 'cardLost',
    'canceledByUs', 'unknown', 'other')),
  created_at timestamptz(3) DEFAULT now() NOT NULL, pix_key text CHECK (length(pix_key) BETWEEN 1 AND 200),
  requested_locale text CHECK (requested_locale ~ '^[a-z]{2}$'),
  provider_message text CHECK (length(provider_message) <= 500), settled_by uuid,
  pix_key_changes integer DEFAULT 0 NOT NULL, key_given_at timestamptz(3),
  no_key_reason text CHECK (length(no_key_reason) BETWEEN 1 AND 200), returned_at timestamptz(3),
  returned_by uuid REFERENCES users ON DELETE RESTRICT,
  return_reason text CHECK (length(return_reason) BETWEEN 1 AND 500), failed_at timestamptz(3),
  CONSTRAINT refunds_check CHECK ((channel = 'provider') OR ((provider_refund_id IS NULL) AND (status <> 'pending'))),
  CONSTRAINT refunds_pix_key_by_hand CHECK ((pix_key IS NULL) OR ((channel = 'outside') AND (status = 'requested'))),
  CONSTRAINT refunds_returned_check CHECK (((status = 'returned') = (returned_at IS NOT NULL)) AND ((returned_at IS
    NULL) = (returned_by IS NULL)) AND ((return_reason IS NULL) OR (returned_at IS NOT NULL)) AND ((status <>
    'returned') OR (channel = 'outside'))),
  CONSTRAINT refunds_sent_with_key_check CHECK ((channel <> 'outside') OR (status <> ALL (ARRAY['succeeded',
    'returned'])) OR (key_given_at IS NOT NULL) OR (no_key_reason IS NOT NULL))
);
ALTER TABLE refunds ADD FOREIGN KEY (settled_by) REFERENCES users ON DELETE RESTRICT NOT VALID;
CREATE INDEX refunds_failed_idx ON refunds (created_at, sale_id)
  WHERE status = 'failed' AND channel = 'provider' AND reason <> 'withdrawal';
CREATE INDEX refunds_sale_idx ON refunds (sale_id);
CREATE INDEX refunds_undone_idx ON refunds (created_at, sale_id) WHERE status IN ('failed', 'returned');
CREATE INDEX refunds_unsent_idx ON refunds (created_at) WHERE status IN ('requested', 'pending');

-- A later amount replaces an earlier one, and events have no order: amount_said_at.
CREATE TABLE disputes (
  id text PRIMARY KEY, sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('inquiry', 'open', 'released', 'lost')),
  reason text NOT NULL CHECK (reason IN ('bankCannotProcess', 'checkReturned', 'refundNotReceived',
    'requestedByBuyer', 'debitNotAuthorized', 'duplicate', 'fraud', 'general', 'wrongAccountDetails',
    'insufficientFunds', 'againstCardRules', 'notReceived', 'notAsDescribed', 'subscriptionCanceled',
    'unrecognized', 'other')),
  created_at timestamptz(3) NOT NULL, told_at timestamptz(3), opened_at timestamptz(3), lost_at timestamptz(3),
  released_at timestamptz(3)
);
CREATE INDEX disputes_open_idx ON disputes (created_at) WHERE status = 'open';
CREATE INDEX disputes_sale_idx ON disputes (sale_id);

-- body is the event as received, byte for byte (docs/decisions/0041-the-provider-in-its-adapter.md): payload is null
-- where jsonb cannot hold it.
CREATE TABLE payment_events (
  id text PRIMARY KEY, provider_type text NOT NULL, payload jsonb, received_at timestamptz(3) DEFAULT now() NOT NULL,
  settled_at timestamptz(3), attempts integer DEFAULT 0 NOT NULL CHECK (attempts >= 0), error text,
  sale_id uuid REFERENCES sales ON DELETE RESTRICT, body bytea,
  CONSTRAINT payment_events_content_check CHECK (num_nonnulls(body, payload) > 0)
);
CREATE INDEX payment_events_received_idx ON payment_events (received_at) WHERE body IS NOT NULL;
CREATE INDEX payment_events_sale_idx ON payment_events (sale_id, received_at) WHERE sale_id IS NOT NULL;
CREATE INDEX payment_events_troubled_idx ON payment_events (received_at DESC)
  WHERE error IS NOT NULL OR settled_at IS NULL;
CREATE INDEX payment_events_unsettled_idx ON payment_events (received_at) WHERE settled_at IS NULL;

-- The provider's balance transactions, in the account's currency. Types that are new to us are kept as they come.
CREATE TABLE provider_movements (
  id text PRIMARY KEY, provider_type text NOT NULL,
  category text NOT NULL CHECK (category IN ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal',
    'fee', 'payout', 'payout_reversal', 'other')),
  amount_cents bigint NOT NULL, fee_cents bigint NOT NULL, net_cents bigint NOT NULL, currency text NOT NULL,
  source_id text, sale_id uuid REFERENCES sales ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL
);
CREATE INDEX provider_movements_newest_idx ON provider_movements (created_at DESC, id DESC);
CREATE INDEX provider_movements_sale_idx ON provider_movements (sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX provider_movements_unlinked_idx ON provider_movements (category) INCLUDE (net_cents, currency)
  WHERE sale_id IS NULL;

CREATE FUNCTION payment_events_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF (OLD.provider_type, OLD.body, OLD.payload) IS DISTINCT FROM (NEW.provider_type, NEW.body, NEW.payload)
      AND NOT (NEW.provider_type = OLD.provider_type AND NEW.body IS NULL AND NEW.payload = '{}')
      AND OLD.error IS DISTINCT FROM 'unreadable'
    THEN ${refuse("an event stays as it was received")}; END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION provider_movements_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF OLD.sale_id IS NOT NULL AND NEW.sale_id IS DISTINCT FROM OLD.sale_id
    THEN ${refuse("the sale of a movement never changes")}; END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION refunds_date_key() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.key_given_at := now(); RETURN NEW; END $$;

CREATE FUNCTION refunds_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NEW.pix_key IS NOT NULL AND NEW.pix_key IS DISTINCT FROM OLD.pix_key
      AND NOT (OLD.status = 'requested' AND NEW.status = 'requested' AND NEW.channel = 'outside')
    THEN ${refuse("the key of a refund that was sent never changes")}; END IF;
    IF coalesce(array_position(ARRAY['requested', 'pending', 'succeeded', 'failed'], NEW.status), 9)
      < coalesce(array_position(ARRAY['requested', 'pending', 'succeeded', 'failed'], OLD.status), 9)
    THEN ${refuse("the status of a refund only moves forward")}; END IF;
    NEW.pix_key_changes := OLD.pix_key_changes
      + CASE WHEN OLD.pix_key IS NOT NULL AND NEW.pix_key <> OLD.pix_key THEN 1 ELSE 0 END;
    RETURN NEW;
  END $$;

CREATE TRIGGER refunds_date_key BEFORE INSERT OR UPDATE OF pix_key ON refunds FOR EACH ROW
  WHEN ((new.pix_key IS NOT NULL) AND (new.key_given_at IS NULL)) EXECUTE FUNCTION refunds_date_key();
CREATE TRIGGER refunds_frozen BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refunds_frozen();
CREATE TRIGGER payment_events_frozen BEFORE UPDATE ON payment_events FOR EACH ROW
  EXECUTE FUNCTION payment_events_frozen();
CREATE TRIGGER provider_movements_frozen BEFORE UPDATE OF sale_id ON provider_movements FOR EACH ROW
  EXECUTE FUNCTION provider_movements_frozen();
`)
    .execute(db);
}
