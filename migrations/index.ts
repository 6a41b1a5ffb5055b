import type { Migration } from "kysely";
import * as base from "./0001-base.js";
import * as accounts from "./0002-accounts.js";
import * as mail from "./0003-mail.js";
import * as videos from "./0004-videos.js";
import * as orders from "./0005-orders.js";
import * as shop from "./0006-shop.js";
import * as payouts from "./0007-payouts.js";
import * as ledger from "./0008-ledger.js";
import * as ledgerProof from "./0009-ledger-proof.js";
import * as ledgerAudit from "./0010-ledger-audit.js";
import * as counts from "./0011-counts.js";
import * as erasedAccounts from "./0012-erased-accounts.js";
import * as shownPages from "./0013-shown-pages.js";
import * as captions from "./0201-captions.js";
import * as ladders from "./0220-ladders.js";
import * as watchProgress from "./0230-watch-progress.js";
import * as questions from "./0240-questions.js";
import * as accessGrants from "./0250-access-grants.js";
import * as grantsOfSales from "./0251-grants-of-sales.js";
import * as figuresByGrants from "./0252-figures-by-grants.js";
import * as searchWords from "./0260-search-words.js";
import * as searchWordsIndex from "./0261-search-words-index.js";
import * as coupons from "./0262-coupons.js";
import * as payoutSchedule from "./0280-payout-schedule.js";
import * as purchaseNumbers from "./0281-purchase-numbers.js";
import * as disputeAnswers from "./0282-dispute-answers.js";
import * as courses from "./0300-courses.js";
import * as coursesChecked from "./0301-courses-checked.js";
import * as courseCredits from "./0302-course-credits.js";
import * as freeAccess from "./0310-free-access.js";
import * as guests from "./0311-guests.js";
import * as attachments from "./0330-attachments.js";
import * as savedVideos from "./0331-saved-videos.js";
import * as reviewOrders from "./0332-review-orders.js";
import * as visits from "./0340-visits.js";
import * as creatorFees from "./0350-creator-fees.js";
import * as salesByAmount from "./0351-sales-by-amount.js";
import * as ledgerLinesByDate from "./0352-ledger-lines-by-date.js";
import * as topicNames from "./0370-topic-names.js";
import * as videoAccesses from "./0385-video-accesses.js";
import * as noSaidCaptions from "./0386-no-said-captions.js";
import * as gifts from "./0390-gifts.js";
import * as grantsByCourse from "./0391-grants-by-course.js";
import * as saleRebuilds from "./0395-sale-rebuilds.js";
import * as smallestPayout from "./0396-smallest-payout.js";
import * as certificates from "./0400-certificates.js";
import * as certificatesChecked from "./0401-certificates-checked.js";
import * as videoDrafts from "./0410-video-drafts.js";
import * as heldUploads from "./0411-held-uploads.js";
import * as releases from "./0420-releases.js";
import * as commissionInvoices from "./0421-commission-invoices.js";
import * as soldOnlyInCourses from "./0450-sold-only-in-courses.js";
import * as soldOnlyInCoursesChecked from "./0451-sold-only-in-courses-checked.js";
import * as freeProducts from "./0452-free-products.js";
import * as freeProductsChecked from "./0453-free-products-checked.js";
import * as draftMedia from "./0460-draft-media.js";
import * as bankAccounts from "./0470-bank-accounts.js";
import * as disputeFiles from "./0471-dispute-files.js";
import * as writtenByPerson from "./0472-written-by-person.js";
import * as generatedCaptions from "./0480-generated-captions.js";
import * as freeAccessesByProduct from "./0490-free-accesses-by-product.js";
import * as disputesInOrder from "./0500-disputes-in-order.js";
import * as publishedByCreator from "./0501-published-by-creator.js";
import * as invitationsOfADay from "./0505-invitations-of-a-day.js";
import * as oneOrderOfLocks from "./0507-one-order-of-locks.js";
import * as coursesBeforeLessons from "./0508-courses-before-lessons.js";
import * as coursesPaidByLessons from "./0510-courses-paid-by-lessons.js";
import * as coursesPaidByLessonsChecked from "./0511-courses-paid-by-lessons-checked.js";
import * as platformCouponsByTwo from "./0520-platform-coupons-by-two.js";
import * as declinedInvitations from "./0521-declined-invitations.js";

/** Every migration by name, in order. Frozen once landed: a change is a new file. */
export const migrations: Record<string, Migration> = {
  "0001-base": base,
  "0002-accounts": accounts,
  "0003-mail": mail,
  "0004-videos": videos,
  "0005-orders": orders,
  "0006-shop": shop,
  "0007-payouts": payouts,
  "0008-ledger": ledger,
  "0009-ledger-proof": ledgerProof,
  "0010-ledger-audit": ledgerAudit,
  "0011-counts": counts,
  "0012-erased-accounts": erasedAccounts,
  "0013-shown-pages": shownPages,
  "0201-captions": captions,
  "0220-ladders": ladders,
  "0230-watch-progress": watchProgress,
  "0240-questions": questions,
  "0250-access-grants": accessGrants,
  "0251-grants-of-sales": grantsOfSales,
  "0252-figures-by-grants": figuresByGrants,
  "0260-search-words": searchWords,
  "0261-search-words-index": searchWordsIndex,
  "0262-coupons": coupons,
  "0280-payout-schedule": payoutSchedule,
  "0281-purchase-numbers": purchaseNumbers,
  "0282-dispute-answers": disputeAnswers,
  "0300-courses": courses,
  "0301-courses-checked": coursesChecked,
  "0302-course-credits": courseCredits,
  "0310-free-access": freeAccess,
  "0311-guests": guests,
  "0330-attachments": attachments,
  "0331-saved-videos": savedVideos,
  "0332-review-orders": reviewOrders,
  "0340-visits": visits,
  "0350-creator-fees": creatorFees,
  "0351-sales-by-amount": salesByAmount,
  "0352-ledger-lines-by-date": ledgerLinesByDate,
  "0370-topic-names": topicNames,
  "0385-video-accesses": videoAccesses,
  "0386-no-said-captions": noSaidCaptions,
  "0390-gifts": gifts,
  "0391-grants-by-course": grantsByCourse,
  "0395-sale-rebuilds": saleRebuilds,
  "0396-smallest-payout": smallestPayout,
  "0400-certificates": certificates,
  "0401-certificates-checked": certificatesChecked,
  "0410-video-drafts": videoDrafts,
  "0411-held-uploads": heldUploads,
  "0420-releases": releases,
  "0421-commission-invoices": commissionInvoices,
  "0450-sold-only-in-courses": soldOnlyInCourses,
  "0451-sold-only-in-courses-checked": soldOnlyInCoursesChecked,
  "0452-free-products": freeProducts,
  "0453-free-products-checked": freeProductsChecked,
  "0460-draft-media": draftMedia,
  "0470-bank-accounts": bankAccounts,
  "0471-dispute-files": disputeFiles,
  "0472-written-by-person": writtenByPerson,
  "0480-generated-captions": generatedCaptions,
  "0490-free-accesses-by-product": freeAccessesByProduct,
  "0500-disputes-in-order": disputesInOrder,
  "0501-published-by-creator": publishedByCreator,
  "0505-invitations-of-a-day": invitationsOfADay,
  "0507-one-order-of-locks": oneOrderOfLocks,
  "0508-courses-before-lessons": coursesBeforeLessons,
  "0510-courses-paid-by-lessons": coursesPaidByLessons,
  "0511-courses-paid-by-lessons-checked": coursesPaidByLessonsChecked,
  "0520-platform-coupons-by-two": platformCouponsByTwo,
  "0521-declined-invitations": declinedInvitations,
};
