import type { Job } from "~/platform/jobs/jobs";

interface KindOfData {
  what: string;
  /** Purpose and legal basis. Articles are of the LGPD (Lei 13.709/2018) unless another law is named. */
  why: string;
  kept: string;
  erased: string;
}

const contract = "contract (art. 7, V)";
const interest = "legitimate interest (art. 7, IX)";
const claims = "exercise of rights in proceedings (art. 7, VI)";
const tax = "tax and accounting records (art. 7, II; CTN art. 195)";

export const dataKinds = {
  account: {
    what: "Name, e-mail, country and role",
    why: `${contract}: signing in, receipts, showing who sells`,
    kept: "while the account exists",
    erased: "replaced by a dash and an address that nobody has",
  },
  credential: {
    what: "Password hash, Google account, second factor, passkeys, tokens of mailed links",
    why: `${contract}: signing in`,
    kept: "while the account exists; tokens until used or expired",
    erased: "deleted",
  },
  accountChange: {
    what: "A changed e-mail, an added passkey, two-step verification turned on",
    why: `${interest}: taking an account back after a takeover`,
    kept: "seven days after the change applied or was undone",
    erased: "deleted",
  },
  session: {
    what: "Signed-in browsers",
    why: `${interest}: access control`,
    kept: "until signed out or expired, at most 30 days",
    erased: "deleted",
  },
  profile: {
    what: "Public page of a creator",
    why: `${contract}: presenting the seller`,
    kept: "while the account exists",
    erased: "emptied, files removed; of the handle a digest stays, so that nobody else gets it",
  },
  payoutDetails: {
    what: "Where a creator is paid",
    why: `${contract}: paying the creator`,
    kept: "while the account exists",
    erased: "emptied, after the balance is paid",
  },
  taxId: {
    what: "CPF or CNPJ of a creator, encrypted",
    why: tax,
    kept: "while the account exists; after its erasure six years, if the creator earned anything",
    erased: "deleted if nothing was ever earned, else at the end of its retention",
  },
  payout: {
    what: "To whom a payout was made",
    why: `${contract}; ${tax}`,
    kept: "while the account exists",
    erased:
      "emptied, of a transfer of the last 90 days once the bank can no longer return it and nothing is owed; amount, day and bank reference stay",
  },
  trade: {
    what: "Purchases and payments",
    why: `${contract}; ${tax}`,
    kept: "at least five years; belongs to the ledger",
    erased: "kept, referring to an account without a name",
  },
  disputeText: {
    what: "Texts that answer a disputed purchase: name, e-mail, accesses and mails; names of files sent with them",
    why: claims,
    kept: "while the account exists",
    erased: "emptied",
  },
  checkout: {
    what: "Address of a payment page, boleto number, Pix code",
    why: `${contract}: paying`,
    kept: "while the sale exists",
    erased: "emptied",
  },
  refundKey: {
    what: "Pix key for a refund that the provider cannot send",
    why: `${contract}: refunding`,
    kept: "until the refund is sent",
    erased: "waits for the refund, then nothing is left",
  },
  refundNote: {
    what: "What was written about a refund",
    why: `${claims}`,
    kept: "while the account exists",
    erased: "emptied",
  },
  ledgerNote: {
    what: "Reason of an adjustment, written by an administrator",
    why: tax,
    kept: "with the ledger, which is append-only",
    erased: "kept; the form asks to name no one",
  },
  paymentEvent: {
    what: "Events of the payment provider as received: name, e-mail, card brand and last digits",
    why: `${claims}: proof of what was paid`,
    kept: "13 months",
    erased: "emptied",
  },
  content: {
    what: "Published videos: title, description, captions, files and those to download, whose paths contain the name of the creator's file",
    why: `${contract}: with the creator, and with each buyer`,
    kept: "until the creator deletes it; a sold video while its buyers have access",
    erased:
      "deleted if never sold; a sold video leaves the shop and stays for its buyers, without the creator's name",
  },
  draft: {
    what: "Text, picture and trailer of a video that is not published yet",
    why: `${contract}: going on after a closed tab, or on another device`,
    kept: "until published or deleted, at most 90 days after it was last saved",
    erased: "deleted",
  },
  review: {
    what: "Reviews and replies",
    why: `${contract}: reviewing a purchase`,
    kept: "until deleted by its author",
    erased: "deleted, or kept without a name if the person chooses so; replies are deleted",
  },
  question: {
    what: "Questions under a video or before buying it, and answers to them",
    why: `${contract}: learning from the video, or deciding on the purchase`,
    kept: "until withdrawn by its author",
    erased: "deleted, a question with its answers",
  },
  report: {
    what: "Reports of reviews, questions and answers",
    why: `${interest}: moderation`,
    kept: "while the reported text exists",
    erased: "deleted",
  },
  watching: {
    what: "Where a viewer stopped in a video, which parts they watched and when they completed it",
    why: `${contract}: resuming, and showing progress`,
    kept: "while the account exists",
    erased: "deleted",
  },
  note: {
    what: "A learner's own notes at moments of videos",
    why: `${contract}: learning from the video`,
    kept: "until deleted by its author, at most while the account exists",
    erased: "deleted",
  },
  certificate: {
    what: "Certificates of completed courses: name, course and date",
    why: `${contract}: proving that a course was completed, to whom the person gives the code`,
    kept: "while the account exists",
    erased: "deleted",
  },
  saved: {
    what: "Videos saved for later, with the price then and when a lower one was mailed",
    why: `${contract}: finding them again, and hearing of a lower price`,
    kept: "until removed from the list, at most while the account exists",
    erased: "deleted",
  },
  announcement: {
    what: "Announcements that a creator sent to buyers or followers",
    why: `${contract}: telling buyers and followers, also on the pages of what they have`,
    kept: "while the account exists",
    erased: "deleted",
  },
  follow: {
    what: "Which creators a person follows, since when",
    why: `${contract}: hearing of their new videos, as asked for`,
    kept: "until they stop following, at most while the account exists",
    erased: "deleted",
  },
  playback: {
    what: "When a buyer opened a video, from which address and with what device",
    why: `${interest}: limiting shared accounts; exercise of rights in proceedings (art. 7, VI): proof of use in disputes`,
    kept: "13 months",
    erased: "deleted",
  },
  copies: {
    what: "Which lessons a person keeps on a device for watching offline, and when it last asked for their keys",
    why: `${contract}: watching offline, and limiting shared accounts`,
    kept: "until given up, at most while the account exists",
    erased: "deleted",
  },
  upload: {
    what: "Mark of a file that is being uploaded",
    why: `${contract}: resuming an upload`,
    kept: "until the upload ends, at most seven days",
    erased: "deleted",
  },
  mail: {
    what: "Mails to a person: address, kind and what they are about; not their text",
    why: `${contract}: receipts and notices; ${claims}: proof that they were sent`,
    kept: "13 months",
    erased: "deleted; of mails to others about a purchase, the facts",
  },
  declined: {
    what: "Hash of an e-mail address that wants no invitations of creators",
    why: `${interest}: sending no more of them (art. 18, § 2)`,
    kept: "as long as the marketplace exists",
    erased: "kept: it belongs to an address, also one without an account, and says nothing else",
  },
  dataExport: {
    what: "A file with everything that is kept about a person, made at their request",
    why: "access and portability (art. 18, II and V)",
    kept: "seven days",
    erased: "deleted",
  },
  counter: {
    what: "Counters of limits, under hashed keys",
    why: `${interest}: protection against abuse`,
    kept: "until the window of the limit ends, at most a day",
    erased: "expires by itself",
  },
  audit: {
    what: "Who did what to whom, from where",
    why: `${claims}; ${interest}: security`,
    kept: "five years; network address and browser six months (Marco Civil, art. 15)",
    erased: "e-mail, label, address, browser, reason and names replaced; action and day stay",
  },
  reference: {
    what: "Random id of an account",
    why: "joins records",
    kept: "as long as the row",
    erased: "kept, referring to an account without a name",
  },
} as const satisfies Record<string, KindOfData>;

export type DataKind = keyof typeof dataKinds;

/** Job payloads that hold personal data until the job is done. Others hold ids alone. */
export const personalJobs: Partial<Record<keyof Job, DataKind>> = {
  "send-recovery-mail": "credential",
};
