import { type Currency, formatMoney } from "~/features/base/money/money";
import type { Account } from "~/features/money/ledger/movement-position";
import { FactList } from "~/features/office/sales/fact-list";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/text-link";
import { PersonRows } from "./person-rows";
import type { CreatorPageView } from "./show-person.server";
import { StepDialog } from "./step-dialog";

const shown = [
  ["creator_held", "people.balanceHeld"],
  ["in_transit", "people.balanceInTransit"],
  ["paid_out", "people.balancePaidOut"],
] as const;

/** A creator's money in each currency, what is owed first. */
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
        const money = (account: Account) =>
          formatMoney(
            balances.find((row) => row.account === account && row.currency === currency)?.balance_cents ?? 0,
            currency,
          );
        return (
          <div key={currency}>
            <p className="mt-1 font-display text-3xl font-extrabold tabular-nums">{money("creator")}</p>
            <FactList facts={shown.map(([account, label]) => [t(label), money(account)])} />
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
  shown: { tone: "success", label: "people.videoShown" },
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

/** A creator's videos, each with the step that takes it out of the shop or puts it back. */
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
        state: <Badge tone={standings[now].tone}>{t(standings[now].label)}</Badge>,
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
