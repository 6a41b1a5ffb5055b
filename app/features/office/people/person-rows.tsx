import type { ReactNode } from "react";
import type { Account } from "~/features/money/ledger/movement-position";
import { FactList } from "~/features/office/sales/fact-list";
import { type Currency, formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import type { IconName } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import type { CreatorPageView } from "./show-person.server";
import { type AccountStatus, StandingBadges, StepDialog } from "./step-dialog";

interface PersonRowsProps {
  id: string;
  title: string;
  icon: IconName;
  none: string;
  rows: readonly {
    id: string;
    title: string;
    date: string;
    cents: number;
    currency: Currency;
    state: ReactNode;
    step?: ReactNode;
  }[];
  older: { to: string; label: string } | undefined;
}

export function PersonRows({ id, title, icon, none, rows, older }: PersonRowsProps) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {rows.length === 0 ? (
        <EmptyState icon={icon} title={none} />
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6"
              >
                <div className="w-full min-w-0 sm:w-auto sm:grow sm:basis-48">
                  <p className="font-semibold break-words">{row.title}</p>
                  <p className="text-sm text-ink-faint">{row.date}</p>
                </div>
                {row.state}
                <p className="ml-auto min-w-24 text-right text-lg font-bold tabular-nums">
                  {formatMoney(row.cents, row.currency)}
                </p>
                {row.step !== undefined && (
                  // The same width in every row, so that the amounts align.
                  <div className="empty:max-sm:hidden max-sm:w-full sm:w-36 sm:text-right">{row.step}</div>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {older && (
        <div className="mt-6 flex justify-center">
          <ButtonLink to={older.to} variant="secondary">
            {older.label}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

const shown = [
  ["creator_held", "people.balanceHeld"],
  ["in_transit", "people.balanceInTransit"],
  ["paid_out", "people.balancePaidOut"],
] as const;

export function CreatorBalances({
  creatorId,
  balances,
}: {
  creatorId: string;
  balances: readonly { account: Account; currency: Currency; balance_cents: number }[];
}) {
  const t = useText();
  const currencies = [...new Set(balances.map(({ currency }) => currency))];
  const page = `/admin/creators/${creatorId}`;
  const links = [
    [`${page}/balance`, "adjust.open"],
    [`${page}/fee`, "fees.open"],
    [`${page}/reserve`, "releases.reserveOpen"],
    [`${page}/year`, "payouts.yearReport"],
    [`/admin/sales?creator=${creatorId}`, "people.seeSales"],
  ] as const;
  return (
    <Card as="section" aria-labelledby="balances" className="p-5 sm:p-6">
      <h2 id="balances" className="text-xl">
        {t("people.balances")}
      </h2>
      {currencies.length === 0 && <p className="mt-1 text-ink-soft">{t("people.noBalances")}</p>}
      {currencies.map((currency) => {
        const centsOf = (account: Account) =>
          balances.find((row) => row.account === account && row.currency === currency)?.balance_cents ?? 0;
        const money = (account: Account) => formatMoney(centsOf(account), currency);
        return (
          <div key={currency}>
            <p className="mt-1 font-display text-3xl font-extrabold tabular-nums">{money("creator")}</p>
            <FactList
              facts={shown
                .filter(([account]) => centsOf(account) !== 0)
                .map(([account, label]) => [t(label), money(account)])}
            />
          </div>
        );
      })}
      <p className="mt-2 flex flex-wrap gap-x-5">
        {links.map(([to, label]) => (
          <TextLink key={to} to={to}>
            {t(label)}
          </TextLink>
        ))}
      </p>
    </Card>
  );
}

const standings = {
  unplayable: { tone: "warn", label: "people.videoUnplayable" },
  processing: { tone: "info", label: "people.videoProcessing" },
  failed: { tone: "danger", label: "people.videoFailed" },
  unfinished: { tone: "neutral", label: "people.videoUnfinished" },
  deleted: { tone: "warn", label: "people.videoDeleted" },
  unreadable: { tone: "danger", label: "office.filter_unreadable" },
  suspended: { tone: "danger", label: "audit.videoIsSuspended" },
} as const;

interface CreatorVideosProps extends Pick<CreatorPageView, "videos" | "next"> {
  proofNeeded: boolean;
}

export function CreatorVideos({ videos, next, proofNeeded }: CreatorVideosProps) {
  const t = useText();
  return (
    <PersonRows
      id="videos"
      title={t("people.videos")}
      icon="video"
      none={t("people.noVideos")}
      rows={videos.map(({ price_cents, standing: now, ...video }) => ({
        ...video,
        cents: price_cents,
        state: now !== "shown" && <Badge tone={standings[now].tone}>{t(standings[now].label)}</Badge>,
        step: ["shown", "unplayable", "suspended", "unreadable"].includes(now) && (
          <StepDialog
            size="small"
            proofNeeded={proofNeeded}
            asked={{
              of: "video",
              step: now === "suspended" || now === "unreadable" ? "restore" : "suspend",
              id: video.id,
              name: video.title,
            }}
          />
        ),
      }))}
      older={next ? { to: `?after=${next}`, label: t("people.olderVideos") } : undefined}
    />
  );
}

interface AdminListProps {
  admins: readonly { since: string; standing: AccountStatus }[];
  proofNeeded: boolean;
}

export function AdminList({ admins, proofNeeded }: AdminListProps) {
  const t = useText();
  return (
    <Card className="mt-6">
      <ul className="divide-y divide-line">
        {admins.map(({ since, standing }) => (
          <li
            key={standing.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6"
          >
            <div className="min-w-0 grow basis-60">
              <p className="font-semibold break-words">{standing.email}</p>
              <p className="text-sm text-ink-faint">{t("audit.adminSince", { date: since })}</p>
            </div>
            <StandingBadges standing={{ ...standing, isAdmin: false }} />
            <StepDialog
              size="small"
              proofNeeded={proofNeeded}
              asked={{
                of: "account",
                step: "remove",
                id: standing.id,
                name: standing.email,
                from: "admins",
              }}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
