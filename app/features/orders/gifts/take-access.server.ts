import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { emailField } from "~/features/base/accounts/account-forms";
import { postMail } from "~/features/base/mail/post-mail.server";
import { lockPurchases } from "~/features/orders/settlement/settlement.queries.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { decideTaking, isGiftGone, isInvitationGone, maxGiftChanges, mayTakeBack } from "./gift-rules";
import { findGift, listOwnCheckouts, lockGift, readdressGift, takeGift } from "./gifts.queries.server";
import { findInvitation, lockInvitation, takeInvitation } from "./invitations.queries.server";

/** `version` changes when earlier links must no longer work; always 0 for guests. */
interface AccessLink {
  kind: "gift" | "guest";
  id: string;
  version: number;
}

function sign(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "access link", 32));
  return createHmac("sha256", key).update(text).digest();
}

/** A link that gives access once. It is signed, so that no table holds a token; the row it names decides its validity. */
export function makeAccessPath(secret: string, { kind, id, version }: AccessLink): string {
  const text = `${kind}_${id}_${version}`;
  return `/gifts/${text}_${sign(secret, text).toString("base64url")}`;
}

const code =
  /^((gift|guest)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{1,6}))_([A-Za-z0-9_-]{43})[^A-Za-z0-9_-]*$/;

/** Ignores characters that a message added; undefined if the signature is invalid. */
export function readAccessCode(
  secrets: readonly string[],
  typed: string | undefined,
): AccessLink | undefined {
  const [, text = "", kind, id = "", version, signature = ""] = code.exec(typed ?? "") ?? [];
  if (kind !== "gift" && kind !== "guest") return undefined;
  const given = Buffer.from(signature, "base64url");
  if (!secrets.some((secret) => timingSafeEqual(sign(secret, text), given))) return undefined;
  return { kind, id, version: Number(version) };
}

interface AccessLinkView {
  kind: AccessLink["kind"];
  state: "open" | "taken" | "yours" | "gone";
  productId: string;
  title: string;
  thumbnailUrl: string | null;
  from: string;
  /** Of a gift. */
  message: string | null;
}

export async function showAccessLink(
  db: Db,
  link: AccessLink,
  viewerId: string | undefined,
): Promise<AccessLinkView | undefined> {
  const offer = link.kind === "gift" ? await readGift(db, link) : await readInvitation(db, link);
  if (!offer) return undefined;
  const { isGone, takenBy, ...view } = offer;
  const state = isGone ? "gone" : takenBy === null ? "open" : takenBy === viewerId ? "yours" : "taken";
  return { kind: link.kind, ...view, message: state === "open" ? view.message : null, state };
}

async function readInvitation(db: Db, { id }: AccessLink) {
  const invitation = await findInvitation(db, id);
  if (!invitation) return undefined;
  return {
    isGone: isInvitationGone(invitation),
    takenBy: invitation.taken_by,
    productId: invitation.product_id,
    title: invitation.title,
    thumbnailUrl: invitation.thumbnail_url,
    from: invitation.creator_name ?? "",
    message: null,
  };
}

async function readGift(db: Db, { id, version }: AccessLink) {
  const gift = await findGift(db, id);
  if (!gift) return undefined;
  return {
    isGone: isGiftGone(gift, version),
    takenBy: gift.taken_by,
    productId: gift.product_id,
    title: gift.title,
    thumbnailUrl: gift.thumbnail_url,
    from: gift.giver_name ?? "",
    message: gift.message,
  };
}

type TakeAccessResult =
  | { ok: true; productId: string }
  /** `gone`: revoked, unpaid, or unknown. `taken`: by another account. `own`: by its giver or creator. */
  | { ok: false; error: "gone" | "taken" | "own" | "hasAlready" };

/** Grants the access of a link once, also to concurrent accounts. Of two links to one product one stays usable. */
export async function takeAccess(
  { db, clock }: Pick<Services, "db" | "clock">,
  link: AccessLink,
  userId: string,
): Promise<TakeAccessResult> {
  return db.transaction().execute(async (trx) => {
    // First, so that a simultaneous second link sees the access that the first one gave.
    await lockPurchases(trx, userId);
    const access = await lockLink(trx, link);
    if (!access) return { ok: false, error: "gone" } as const;
    const { productId } = access;
    const refuse = (error: Extract<TakeAccessResult, { ok: false }>["error"]) =>
      ({ ok: false, error }) as const;
    const taking = decideTaking(access, userId);
    if (taking === "yours") return { ok: true, productId } as const;
    if (taking !== "free") return refuse(taking);
    if (await findAccess(trx, { userId, productId })) return refuse("hasAlready");
    const now = clock();
    if (link.kind === "gift") await takeGift(trx, { saleId: link.id, userId, now });
    else await takeInvitation(trx, { id: link.id, userId, now });
    // A gift makes the person's own open checkout of the video obsolete.
    for (const checkoutId of await listOwnCheckouts(trx, { userId, productId }))
      await addJob(trx, "end-checkout", { checkoutId }, { key: `end:${checkoutId}` });
    return { ok: true, productId } as const;
  });
}

interface LockedLink {
  productId: string;
  takenBy: string | null;
  /** People who must not take it. */
  ownedBy: string[];
}

/** Undefined if the link is no longer valid. */
async function lockLink(trx: Db, { kind, id, version }: AccessLink): Promise<LockedLink | undefined> {
  if (kind === "guest") {
    const invitation = await lockInvitation(trx, id);
    if (!invitation || isInvitationGone(invitation)) return undefined;
    return {
      productId: invitation.product_id,
      takenBy: invitation.taken_by,
      ownedBy: [invitation.creator_id],
    };
  }
  const gift = await lockGift(trx, id);
  if (!gift || isGiftGone(gift, version)) return undefined;
  const { product_id: productId, taken_by: takenBy, consumer_id, creator_id } = gift;
  return { productId, takenBy, ownedBy: [consumer_id, creator_id] };
}

type GiftChange =
  | { ok: true; done: "revoked" | "sent" }
  | { ok: false; error: "notFound" | "taken" }
  | { ok: false; email: MessageKey };

/** Ends the link of a gift that nobody took (`intent` revoke), or sends another link to another address. */
export async function changeGift(
  { db }: Pick<Services, "db">,
  { consumerId, saleId, locale }: { consumerId: string; saleId: string; locale: Locale },
  fields: Record<string, string>,
): Promise<GiftChange> {
  const revokes = fields.intent === "revoke";
  const parsed = emailField.safeParse(fields.email ?? "");
  if (!revokes && !parsed.success)
    return { ok: false, email: (parsed.error.issues[0]?.message ?? "common.required") as MessageKey };
  const email = revokes ? null : (parsed.data ?? null);
  return db.transaction().execute(async (trx) => {
    const gift = await lockGift(trx, saleId);
    if (!gift) return { ok: false, error: "notFound" } as const;
    const allowed = mayTakeBack(gift, consumerId);
    if (!allowed.ok) return allowed;
    if (gift.link_version >= maxGiftChanges && email !== null)
      return { ok: false, email: "gifts.tooManyChanges" } as const;
    await readdressGift(trx, { saleId, email });
    if (email === null) return { ok: true, done: "revoked" } as const;
    const version = gift.link_version + 1;
    await postMail(trx, {
      kind: "gift",
      key: `gift:${saleId}:${version}`,
      to: { email, locale },
      saleId,
      facts: { version },
    });
    return { ok: true, done: "sent" } as const;
  });
}
