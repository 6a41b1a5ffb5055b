import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Raises the refusal of a frozen column, by the name of its trigger. */
const refuse = (message: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME`;

/**
 * Sales with what is known of each payment, coupons, credits, refunds and disputes: money is integer cents
 * (docs/decisions/0007-integer-cents.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Numbers of purchases that people can read aloud: "SB-7K3M-92" (app/features/money/ledger/purchase-number.ts). A
-- sequence, scattered by a multiplication modulo 31^5, so that consecutive sales have different numbers and no number
-- tells how many there are; then modulo 31^6. Each is unique by construction and by its index.
CREATE SEQUENCE purchase_numbers MINVALUE 0;

CREATE FUNCTION purchase_number(n bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
  DECLARE
    alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
    width integer := 5;
    space bigint := 28629151;
    rest bigint := n;
    code text := '';
    digit integer;
    total integer := 0;
  BEGIN
    IF rest >= space THEN
      rest := rest - space;
      width := 6;
      space := 887503681;
    END IF;
    IF rest < 0 OR rest >= space THEN RAISE EXCEPTION 'there is no purchase number %', n; END IF;
    rest := (rest * 17694797 + 7654321) % space;
    FOR place IN 1..width LOOP
      digit := rest % 31;
      rest := rest / 31;
      code := code || substr(alphabet, digit + 1, 1);
      total := total + (place + 1) * digit;
    END LOOP;
    code := code || substr(alphabet, total % 31 + 1, 1);
    RETURN 'SB-' || left(code, width - 1) || '-' || right(code, 2);
  END $$;

-- fee is the share of the amount in basis points, rounded half up, frozen with the sale. checkout_title is the title
-- that the payment page shows; set_aside_at is when the buyer chose to pay in another way while the payment could not
-- be ended: it may still arrive. is_gift is decided when the sale is begun (docs/decisions/0198-gifts.md): a person may
-- have their own completed sale of a product and any number of gifts of it.
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
  rebuilt_at timestamptz(3), purchase_number text DEFAULT purchase_number(nextval('purchase_numbers')) NOT NULL,
  is_gift boolean DEFAULT false NOT NULL,
  CONSTRAINT sales_check CHECK ((platform_fee_cents + creator_earnings_cents) = amount_cents),
  CONSTRAINT sales_check1 CHECK ((status <> 'completed') OR (completed_at IS NOT NULL)),
  CONSTRAINT sales_duplicate_check CHECK ((NOT duplicate) OR ((paid_at IS NOT NULL) AND (status <> 'completed'))),
  CONSTRAINT sales_paid_check CHECK ((paid_at IS NOT NULL) OR (status IN ('pending', 'processing', 'failed'))),
  CONSTRAINT sales_split_by_share_check CHECK (platform_fee_cents = ((((amount_cents)::bigint * platform_share_bp) +
    5000) / 10000)),
  CONSTRAINT sales_unpaid_check CHECK ((paid_at IS NULL) OR (status <> ALL (ARRAY['pending', 'failed'])))
);
ALTER TABLE mails ADD FOREIGN KEY (sale_id) REFERENCES sales ON DELETE CASCADE;
CREATE INDEX sales_amount_idx ON sales (amount_cents DESC, id DESC);
CREATE INDEX sales_consumer_idx ON sales (consumer_id, created_at DESC, id DESC);
CREATE INDEX sales_earned_idx ON sales (video_id, completed_at) INCLUDE (creator_earnings_cents, platform_fee_cents)
  WHERE status = 'completed';
CREATE INDEX sales_gifts_idx ON sales (consumer_id, created_at DESC, id DESC) WHERE is_gift;
CREATE INDEX sales_method_idx ON sales (payment_method, created_at DESC, id DESC);
CREATE INDEX sales_newest_idx ON sales (created_at DESC, id DESC);
CREATE UNIQUE INDEX sales_one_own_completed_idx ON sales (consumer_id, video_id)
  WHERE status = 'completed' AND NOT is_gift;
CREATE UNIQUE INDEX sales_one_pending_idx ON sales (consumer_id, video_id) WHERE status = 'pending';
CREATE INDEX sales_paid_idx ON sales (paid_at, id) INCLUDE (reconciled_at) WHERE paid_at IS NOT NULL;
CREATE UNIQUE INDEX sales_purchase_number_key ON sales (purchase_number);
CREATE INDEX sales_status_idx ON sales (status, created_at DESC, id DESC);
CREATE INDEX sales_undecided_idx ON sales (created_at) WHERE status IN ('pending', 'processing');
CREATE INDEX sales_video_idx ON sales (video_id, created_at DESC, id DESC);

-- What proves that a sale was made again from the provider's checkout
-- (docs/decisions/0238-rebuilt-sales-are-recorded.md). The application's role cannot set rebuilt_at: rebuild_sale
-- inserts the sale and its fact, and the nightly audit names a sale that is marked as rebuilt without the fact.
CREATE TABLE sale_rebuilds (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE, checkout_id text NOT NULL,
  platform_share_bp integer NOT NULL, rebuilt_at timestamptz(3) NOT NULL
);

-- The source from which a purchase was begun (docs/decisions/0210-visits-are-sums.md). No row: from no known source.
CREATE TABLE sale_sources (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 80)
);

-- used counts the sales that have not failed (docs/decisions/0168-coupons.md): it is raised by the conditional update
-- that claims a use, and follows the status of the sale by a trigger. A coupon without a creator is the platform's.
-- request_id: the last request for a second person by which the terms were set; null for coupons of creators, and for
-- those that one person set (0009-payouts).
CREATE TABLE coupons (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, creator_id uuid REFERENCES users ON DELETE RESTRICT,
  code text NOT NULL CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
  percent smallint CHECK (percent BETWEEN 1 AND 100), amount_cents integer CHECK (amount_cents > 0),
  video_ids uuid[] DEFAULT '{}' NOT NULL CHECK (cardinality(video_ids) <= 200), starts_at timestamptz(3),
  ends_at timestamptz(3), max_uses integer CHECK (max_uses > 0), per_person integer CHECK (per_person > 0),
  first_only boolean DEFAULT false NOT NULL, used integer DEFAULT 0 NOT NULL CHECK (used >= 0),
  created_at timestamptz(3) DEFAULT now() NOT NULL, ended_at timestamptz(3), request_id uuid,
  CONSTRAINT coupons_discount_check CHECK (num_nonnulls(percent, amount_cents) = 1),
  CONSTRAINT coupons_platform_percent_check CHECK (creator_id IS NOT NULL OR percent IS NULL OR percent <= 15),
  CONSTRAINT coupons_span_check CHECK (starts_at < ends_at)
);
CREATE UNIQUE INDEX coupons_code_idx ON coupons (creator_id, code) NULLS NOT DISTINCT;

CREATE TABLE sale_coupons (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE,
  coupon_id uuid NOT NULL REFERENCES coupons ON DELETE RESTRICT, consumer_id uuid NOT NULL, code text NOT NULL,
  list_price_cents integer NOT NULL CHECK (list_price_cents > 0), held boolean DEFAULT true NOT NULL
);
CREATE INDEX sale_coupons_consumer_idx ON sale_coupons (consumer_id);
CREATE INDEX sale_coupons_coupon_idx ON sale_coupons (coupon_id, consumer_id);

-- Who owns lessons pays the rest of their course (docs/decisions/0191-who-owns-lessons-pays-the-rest.md): what counted
-- for the sale of the course. amount_cents is 0 where the price was reached before.
CREATE TABLE sale_credits (
  sale_id uuid NOT NULL REFERENCES sales ON DELETE CASCADE,
  credited_sale_id uuid NOT NULL REFERENCES sales ON DELETE CASCADE,
  amount_cents integer NOT NULL CHECK (amount_cents >= 0), PRIMARY KEY (sale_id, credited_sale_id),
  CONSTRAINT sale_credits_other_check CHECK (sale_id <> credited_sale_id)
);
CREATE INDEX sale_credits_credited_idx ON sale_credits (credited_sale_id);

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
  provider_message text CHECK (length(provider_message) <= 500),
  settled_by uuid REFERENCES users ON DELETE RESTRICT,
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
  released_at timestamptz(3), due_by timestamptz(3)
);
CREATE INDEX disputes_created_idx ON disputes (created_at DESC, id DESC);
CREATE INDEX disputes_due_idx ON disputes (due_by) WHERE due_by IS NOT NULL AND status IN ('open', 'inquiry');
CREATE INDEX disputes_open_idx ON disputes (created_at) WHERE status = 'open';
CREATE INDEX disputes_sale_idx ON disputes (sale_id);

-- Evidence as texts and files by the provider's field names, and who submitted it or accepted the dispute: a bank reads
-- a single answer. files: id with the provider, which stores the bytes, name, type and size.
CREATE TABLE dispute_answers (
  dispute_id text PRIMARY KEY REFERENCES disputes ON DELETE RESTRICT,
  texts jsonb NOT NULL CHECK (jsonb_typeof(texts) = 'object' AND octet_length(texts::text) <= 700000),
  staged_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, staged_at timestamptz(3) NOT NULL,
  submitted_by uuid REFERENCES users ON DELETE RESTRICT, submitted_at timestamptz(3),
  accepted_by uuid REFERENCES users ON DELETE RESTRICT, accepted_at timestamptz(3),
  files jsonb DEFAULT '{}' NOT NULL CHECK (jsonb_typeof(files) = 'object' AND octet_length(files::text) <= 5000),
  CONSTRAINT dispute_answers_accepted_check CHECK ((accepted_by IS NULL) = (accepted_at IS NULL)),
  CONSTRAINT dispute_answers_one_end_check CHECK (submitted_at IS NULL OR accepted_at IS NULL),
  CONSTRAINT dispute_answers_submitted_check CHECK ((submitted_by IS NULL) = (submitted_at IS NULL))
);

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

-- What a person paid for the present lessons of a course and did not get back. Who gives a video owns nothing by it.
CREATE FUNCTION course_credits(buyer uuid, course uuid) RETURNS TABLE (sale_id uuid, video_id uuid, amount_cents integer)
  LANGUAGE sql STABLE AS $$
  SELECT s.id, s.video_id, (s.amount_cents
    - coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.sale_id = s.id
        AND status IN ('requested', 'pending', 'succeeded')), 0)
    - coalesce((SELECT sum(amount_cents) FROM disputes WHERE disputes.sale_id = s.id AND status = 'lost'), 0))::integer
  FROM course_lessons l JOIN videos c ON c.id = l.course_id
    JOIN sales s ON s.video_id = l.video_id AND s.currency = c.currency
  WHERE l.course_id = course AND l.removed_at IS NULL AND s.consumer_id = buyer AND s.status = 'completed'
    AND NOT s.duplicate AND NOT s.is_gift
  ORDER BY 3 DESC, 1
$$;

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

-- A sale whose money is still to come: settling it follows. False if there is one with this id or checkout.
CREATE FUNCTION rebuild_sale(sale uuid, video uuid, buyer uuid, cents integer, money text, share_bp integer,
  checkout text, title text, begun timestamptz, at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET ${path} AS $$
  DECLARE
    fee integer := (cents::bigint * share_bp + 5000) / 10000;
  BEGIN
    INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
        creator_earnings_cents, status, provider_checkout_id, checkout_title, created_at, rebuilt_at)
      VALUES (sale, video, buyer, cents, money, share_bp, fee, cents - fee, 'processing', checkout, title, begun, at)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO sale_rebuilds SELECT id, provider_checkout_id, platform_share_bp, sales.rebuilt_at FROM sales
      WHERE id = sale;
    RETURN true;
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
    IF NEW.status <> OLD.status AND 'outside' IN (OLD.channel, NEW.channel) AND (OLD.status, NEW.status) NOT IN (
        ('requested', 'succeeded'), ('requested', 'failed'), ('succeeded', 'returned'))
    THEN ${refuse("a refund by bank transfer is sent or fails, and one that was sent may be returned")}; END IF;
    NEW.pix_key_changes := OLD.pix_key_changes
      + CASE WHEN OLD.pix_key IS NOT NULL AND NEW.pix_key <> OLD.pix_key THEN 1 ELSE 0 END;
    RETURN NEW;
  END $$;

-- A use is given back when the sale fails. A payment that arrives later for a failed sale takes it again, without a
-- limit: it was promised and is paid.
CREATE FUNCTION sales_keep_coupon() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    coupon uuid;
  BEGIN
    UPDATE sale_coupons SET held = NEW.status <> 'failed'
      WHERE sale_id = NEW.id AND held <> (NEW.status <> 'failed') RETURNING coupon_id INTO coupon;
    IF coupon IS NOT NULL THEN
      UPDATE coupons SET used = used + CASE WHEN NEW.status = 'failed' THEN -1 ELSE 1 END WHERE id = coupon;
    END IF;
    RETURN NULL;
  END $$;

CREATE TRIGGER sales_keep_coupon AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN ((old.status = 'failed') <> (new.status = 'failed')) EXECUTE FUNCTION sales_keep_coupon();
CREATE TRIGGER sale_rebuilds_append_only BEFORE UPDATE OR TRUNCATE ON sale_rebuilds FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER sale_coupons_frozen BEFORE UPDATE OF sale_id, coupon_id, consumer_id, code, list_price_cents
  ON sale_coupons FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER sale_credits_frozen BEFORE UPDATE ON sale_credits FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
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
