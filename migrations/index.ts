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
import * as moneyStates from "./0017-money-states.js";
import * as books from "./0018-books.js";
import * as runnerTasks from "./0019-runner-tasks.js";
import * as declaredCertificates from "./0020-declared-certificates.js";
import * as unreadableVideos from "./0021-unreadable-videos.js";
import * as noNotices from "./0022-no-notices.js";
import * as requestsExpire from "./0023-requests-expire.js";
import * as paidSales from "./0024-paid-sales.js";
import * as unpublishedVideos from "./0025-unpublished-videos.js";
import * as coursesInShop from "./0026-courses-in-shop.js";
import * as notes from "./0027-notes.js";
import * as deviceCopies from "./0028-device-copies.js";
import * as watchAgain from "./0029-watch-again.js";
import * as announcements from "./0030-announcements.js";
import * as presaleQuestions from "./0031-presale-questions.js";
import * as soundAndFrames from "./0033-sound-and-frames.js";
import * as dataKinds from "./0035-data-kinds.js";
import * as streamDownloads from "./0036-stream-downloads.js";
import * as payments from "./0037-payments.js";
import * as saleShares from "./0038-sale-shares.js";

/** The last migration of the baseline: up to it they make the schema in an empty database, and cannot be reverted. */
export const endOfBaseline = "0016-shown-pages";

/** Every migration by name, in order. A released one never changes: a change is a new file. */
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
  "0017-money-states": moneyStates,
  "0018-books": books,
  "0019-runner-tasks": runnerTasks,
  "0020-declared-certificates": declaredCertificates,
  "0021-unreadable-videos": unreadableVideos,
  "0022-no-notices": noNotices,
  "0023-requests-expire": requestsExpire,
  "0024-paid-sales": paidSales,
  "0025-unpublished-videos": unpublishedVideos,
  "0026-courses-in-shop": coursesInShop,
  "0027-notes": notes,
  "0028-device-copies": deviceCopies,
  "0029-watch-again": watchAgain,
  "0030-announcements": announcements,
  "0031-presale-questions": presaleQuestions,
  "0033-sound-and-frames": soundAndFrames,
  "0035-data-kinds": dataKinds,
  "0036-stream-downloads": streamDownloads,
  "0037-payments": payments,
  "0038-sale-shares": saleShares,
};
