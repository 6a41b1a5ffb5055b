import type { Migration } from "kysely";
import * as base from "./0001-base.js";
import * as accounts from "./0002-accounts.js";
import * as mail from "./0003-mail.js";
import * as videos from "./0004-videos.js";
import * as videoFiles from "./0005-video-files.js";
import * as orders from "./0006-orders.js";
import * as access from "./0007-access.js";
import * as learners from "./0008-learners.js";
import * as payouts from "./0009-payouts.js";
import * as feesAndReleases from "./0010-fees-and-releases.js";
import * as ledger from "./0011-ledger.js";
import * as ledgerProof from "./0012-ledger-proof.js";
import * as ledgerAudit from "./0013-ledger-audit.js";
import * as counts from "./0014-counts.js";
import * as erasedAccounts from "./0015-erased-accounts.js";
import * as shownPages from "./0016-shown-pages.js";
import * as coursesBeforeLessons from "./0508-courses-before-lessons.js";
import * as coursesPaidByLessons from "./0510-courses-paid-by-lessons.js";
import * as coursesPaidByLessonsChecked from "./0511-courses-paid-by-lessons-checked.js";
import * as platformCouponsByTwo from "./0520-platform-coupons-by-two.js";
import * as declinedInvitations from "./0521-declined-invitations.js";
import * as ownMoneyByOthers from "./0530-own-money-by-others.js";
import * as reviewedProductsFirst from "./0550-reviewed-products-first.js";

/** The last migration of the baseline: up to it they make the schema in an empty database, and cannot be reverted. */
export const endOfBaseline = "0016-shown-pages";

/** Every migration by name, in order. Frozen once landed: a change is a new file. */
export const migrations: Record<string, Migration> = {
  "0001-base": base,
  "0002-accounts": accounts,
  "0003-mail": mail,
  "0004-videos": videos,
  "0005-video-files": videoFiles,
  "0006-orders": orders,
  "0007-access": access,
  "0008-learners": learners,
  "0009-payouts": payouts,
  "0010-fees-and-releases": feesAndReleases,
  "0011-ledger": ledger,
  "0012-ledger-proof": ledgerProof,
  "0013-ledger-audit": ledgerAudit,
  "0014-counts": counts,
  "0015-erased-accounts": erasedAccounts,
  "0016-shown-pages": shownPages,
  "0508-courses-before-lessons": coursesBeforeLessons,
  "0510-courses-paid-by-lessons": coursesPaidByLessons,
  "0511-courses-paid-by-lessons-checked": coursesPaidByLessonsChecked,
  "0520-platform-coupons-by-two": platformCouponsByTwo,
  "0521-declined-invitations": declinedInvitations,
  "0530-own-money-by-others": ownMoneyByOthers,
  "0550-reviewed-products-first": reviewedProductsFirst,
};
