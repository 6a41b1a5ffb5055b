import type { Migration } from "kysely";
import * as foundation from "./0001-foundation.js";
import * as accounts from "./0002-accounts.js";
import * as googleName from "./0003-google-name.js";
import * as resumableUploads from "./0004-resumable-uploads.js";
import * as studio from "./0005-studio.js";
import * as search from "./0006-search.js";
import * as watchPositions from "./0007-watch-positions.js";
import * as ledger from "./0008-ledger.js";
import * as reconciliation from "./0009-reconciliation.js";
import * as eventSale from "./0010-event-sale.js";
import * as peopleSearch from "./0011-people-search.js";
import * as audit from "./0012-audit.js";
import * as suspensions from "./0013-suspensions.js";
import * as conversions from "./0014-conversions.js";
import * as dayTotals from "./0015-day-totals.js";
import * as videoStreams from "./0016-video-streams.js";
import * as counts from "./0017-counts.js";
import * as refundPixKey from "./0018-refund-pix-key.js";
import * as removedFiles from "./0019-removed-files.js";
import * as withdrawalLanguage from "./0020-withdrawal-language.js";
import * as unknownCheckouts from "./0021-unknown-checkouts.js";
import * as failedRefunds from "./0022-failed-refunds.js";
import * as jobRunners from "./0023-job-runners.js";
import * as awaitedPayments from "./0024-awaited-payments.js";
import * as eventsAsReceived from "./0025-events-as-received.js";
import * as ledgerGuard from "./0026-ledger-guard.js";
import * as ledgerAdjustments from "./0027-ledger-adjustments.js";
import * as ledgerProofs from "./0028-ledger-proofs.js";
import * as replacedFiles from "./0029-replaced-files.js";
import * as emailConfirmations from "./0030-email-confirmations.js";
import * as publications from "./0031-publications.js";
import * as storedStreams from "./0032-stored-streams.js";
import * as anyLanguage from "./0034-any-language.js";
import * as providerNames from "./0035-provider-names.js";
import * as platformShare from "./0036-platform-share.js";
import * as topics from "./0038-topics.js";
import * as plainSearch from "./0039-plain-search.js";
import * as salesPage from "./0042-sales-page.js";
import * as creatorHandles from "./0045-creator-handles.js";
import * as reviews from "./0046-reviews.js";
import * as creatorFigures from "./0047-creator-figures.js";
import * as sharePictures from "./0049-share-pictures.js";
import * as mails from "./0051-mails.js";
import * as mailChoices from "./0052-mail-choices.js";
import * as termsAcceptances from "./0054-terms-acceptances.js";
import * as taxIds from "./0055-tax-ids.js";
import * as privacy from "./0056-privacy.js";
import * as mailRetention from "./0057-mail-retention.js";
import * as sessionProofs from "./0058-session-proofs.js";
import * as secondFactors from "./0059-second-factors.js";
import * as payoutDetailsChanges from "./0061-payout-details-changes.js";
import * as shownPages from "./0064-shown-pages.js";
import * as secondFactorRemovals from "./0070-second-factor-removals.js";
import * as undeliveredMails from "./0072-undelivered-mails.js";
import * as forgottenWords from "./0074-forgotten-words.js";
import * as videoViews from "./0076-video-views.js";
import * as spokenLanguage from "./0077-spoken-language.js";
import * as handlesWithoutEnd from "./0078-handles-without-end.js";
import * as formerSessionIds from "./0080-former-session-ids.js";
import * as erasedAccounts from "./0081-erased-accounts.js";
import * as payoutViolations from "./0082-payout-violations.js";
import * as accountChanges from "./0084-account-changes.js";
import * as ownProofs from "./0085-own-proofs.js";
import * as secondPerson from "./0090-second-person.js";
import * as ledgerLinesOfTheirSubject from "./0095-ledger-lines-of-their-subject.js";
import * as ledgerProofRecords from "./0096-ledger-proof-records.js";
import * as ledgerProofOfAllAccounts from "./0097-ledger-proof-of-all-accounts.js";
import * as decidedMoneyFrozen from "./0098-decided-money-frozen.js";
import * as ledgerAnchors from "./0099-ledger-anchors.js";
import * as returnedRefunds from "./0105-returned-refunds.js";
import * as datedFacts from "./0106-dated-facts.js";
import * as rebuiltSales from "./0121-rebuilt-sales.js";
import * as dataKeyChecks from "./0122-data-key-checks.js";
import * as entriesOfMovements from "./0123-entries-of-movements.js";

/** Every migration by name, in order. Frozen once landed: a change is a new file. */
export const migrations: Record<string, Migration> = {
  "0001-foundation": foundation,
  "0002-accounts": accounts,
  "0003-google-name": googleName,
  "0004-resumable-uploads": resumableUploads,
  "0005-studio": studio,
  "0006-search": search,
  "0007-watch-positions": watchPositions,
  "0008-ledger": ledger,
  "0009-reconciliation": reconciliation,
  "0010-event-sale": eventSale,
  "0011-people-search": peopleSearch,
  "0012-audit": audit,
  "0013-suspensions": suspensions,
  "0014-conversions": conversions,
  "0015-day-totals": dayTotals,
  "0016-video-streams": videoStreams,
  "0017-counts": counts,
  "0018-refund-pix-key": refundPixKey,
  "0019-removed-files": removedFiles,
  "0020-withdrawal-language": withdrawalLanguage,
  "0021-unknown-checkouts": unknownCheckouts,
  "0022-failed-refunds": failedRefunds,
  "0023-job-runners": jobRunners,
  "0024-awaited-payments": awaitedPayments,
  "0025-events-as-received": eventsAsReceived,
  "0026-ledger-guard": ledgerGuard,
  "0027-ledger-adjustments": ledgerAdjustments,
  "0028-ledger-proofs": ledgerProofs,
  "0029-replaced-files": replacedFiles,
  "0030-email-confirmations": emailConfirmations,
  "0031-publications": publications,
  "0032-stored-streams": storedStreams,
  "0034-any-language": anyLanguage,
  "0035-provider-names": providerNames,
  "0036-platform-share": platformShare,
  "0038-topics": topics,
  "0039-plain-search": plainSearch,
  "0042-sales-page": salesPage,
  "0045-creator-handles": creatorHandles,
  "0046-reviews": reviews,
  "0047-creator-figures": creatorFigures,
  "0049-share-pictures": sharePictures,
  "0051-mails": mails,
  "0052-mail-choices": mailChoices,
  "0054-terms-acceptances": termsAcceptances,
  "0055-tax-ids": taxIds,
  "0056-privacy": privacy,
  "0057-mail-retention": mailRetention,
  "0058-session-proofs": sessionProofs,
  "0059-second-factors": secondFactors,
  "0061-payout-details-changes": payoutDetailsChanges,
  "0064-shown-pages": shownPages,
  "0070-second-factor-removals": secondFactorRemovals,
  "0072-undelivered-mails": undeliveredMails,
  "0074-forgotten-words": forgottenWords,
  "0076-video-views": videoViews,
  "0077-spoken-language": spokenLanguage,
  "0078-handles-without-end": handlesWithoutEnd,
  "0080-former-session-ids": formerSessionIds,
  "0081-erased-accounts": erasedAccounts,
  "0082-payout-violations": payoutViolations,
  "0084-account-changes": accountChanges,
  "0085-own-proofs": ownProofs,
  "0090-second-person": secondPerson,
  "0095-ledger-lines-of-their-subject": ledgerLinesOfTheirSubject,
  "0096-ledger-proof-records": ledgerProofRecords,
  "0097-ledger-proof-of-all-accounts": ledgerProofOfAllAccounts,
  "0098-decided-money-frozen": decidedMoneyFrozen,
  "0099-ledger-anchors": ledgerAnchors,
  "0105-returned-refunds": returnedRefunds,
  "0106-dated-facts": datedFacts,
  "0121-rebuilt-sales": rebuiltSales,
  "0122-data-key-checks": dataKeyChecks,
  "0123-entries-of-movements": entriesOfMovements,
};
