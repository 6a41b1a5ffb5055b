import { sql } from "kysely";

/**
 * Refunds, as `claim`, that were promised and did not arrive: the last of their sale failed or was returned, and the
 * sale has money left (`findClaim` in refund-rules.ts is the same rule). Made again, they are none.
 */
export const openClaims = sql`refunds AS claim
  JOIN sales AS claimed ON claimed.id = claim.sale_id AND claimed.status IN ('completed', 'processing', 'disputed')
  WHERE claim.status IN ('failed', 'returned')
    AND (claim.status = 'returned' OR claim.channel = 'provider' OR claim.reason = 'duplicate' OR claim.key_given_at IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM refunds AS later WHERE later.sale_id = claim.sale_id
        AND (later.created_at, later.id) > (claim.created_at, claim.id))`;

/**
 * Those of `openClaims` that an administrator has to see: bank transfers, and all of buyers who wait for their erasure.
 */
export const shownClaims = sql`${openClaims} AND (claim.channel = 'outside' OR EXISTS (
  SELECT FROM account_erasures WHERE user_id = claimed.consumer_id AND begun_at IS NOT NULL AND finished_at IS NULL))`;
