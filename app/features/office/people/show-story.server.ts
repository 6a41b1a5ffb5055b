import { nameMailKind } from "~/features/base/mail/mail-kinds";
import { findOwedCents, listAdjustments } from "~/features/money/ledger/adjustments.queries.server";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { findCreator } from "./people.queries.server";
import { listStory, type StoryKind, type StoryRow } from "./person-story.queries.server";

const adjustmentsShown = 50;

/** `balanceCents`: BRL. */
export async function showAdjustments({ db }: Pick<Services, "db">, creatorId: string) {
  const creator = await findCreator(db, creatorId);
  if (!creator) return undefined;
  const adjustments = await listAdjustments(db, creatorId, adjustmentsShown);
  return {
    name: creator.full_name,
    balanceCents: await findOwedCents(db, creatorId),
    adjustments: adjustments.map(({ id, kind, amount_cents, reason, email, approver, created_at }) => ({
      id,
      kind,
      reason,
      email,
      approver,
      cents: kind === "debit" ? -amount_cents : amount_cents,
      date: formatDateTime(created_at),
    })),
  };
}

export type AdjustmentView = NonNullable<Awaited<ReturnType<typeof showAdjustments>>>["adjustments"][number];

/** Where an administrator can act on the event: refund, answer, hide, suspend, resend. */
function linkOf({ kind, about }: StoryRow, userId: string): string | undefined {
  if (about === null) return undefined;
  const links: Record<StoryKind, string | undefined> = {
    signedUp: undefined,
    bought: `/admin/sales/${about}`,
    triedToBuy: `/admin/sales/${about}`,
    refunded: `/admin/sales/${about}`,
    disputed: `/admin/disputes/${about}`,
    mailed: `/admin/sales/${about}`,
    given: `/videos/${about}`,
    watched: `/videos/${about}`,
    reviewed: `/videos/${about}`,
    asked: `/videos/${about}`,
    published: `/admin/creators/${userId}`,
    paidOut: `/admin/payouts/${about}`,
  };
  return links[kind];
}

export async function showStory(db: Db, { userId, after }: { userId: string; after: Cursor | undefined }) {
  const { rows, next } = await listStory(db, { userId, after });
  return {
    next,
    events: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      at: formatDateTime(row.created_at),
      title: row.title,
      mail: nameMailKind(row.kind === "mailed" ? (row.title ?? "") : ""),
      status: row.status,
      amount: row.cents !== null && row.currency ? formatMoney(Number(row.cents), row.currency) : undefined,
      to: linkOf(row, userId),
    })),
  };
}

export type StoryView = Awaited<ReturnType<typeof showStory>>;
