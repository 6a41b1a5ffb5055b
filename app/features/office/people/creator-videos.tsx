import { type Currency, formatMoney } from "~/features/base/money/money";
import type { Account } from "~/features/money/ledger/movement-position";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { EmptyState } from "~/ui/empty-state";
import { StatCard } from "~/ui/stat-card";
import { PersonRows } from "./person-rows";
import type { CreatorPageView } from "./show-person.server";
import { StepDialog } from "./step-dialog";

const shown = [
  ["creator", "people.balanceCreator", "wallet"],
  ["creator_held", "people.balanceHeld", "lock"],
  ["in_transit", "people.balanceInTransit", "clock"],
  ["paid_out", "people.balancePaidOut", "check"],
] as const;

export function CreatorBalances({
  balances,
}: {
  balances: readonly { account: Account; currency: Currency; balance_cents: number }[];
}) {
  const t = useText();
  const currencies = [...new Set(balances.map(({ currency }) => currency))];
  return (
    <section aria-labelledby="balances" className="mt-10">
      <h2 id="balances" className="mb-4 text-2xl">
        {t("people.balances")}
      </h2>
      {currencies.length === 0 && <EmptyState icon="wallet" title={t("people.noBalances")} />}
      {currencies.map((currency) => (
        <div key={currency} className="mb-4 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
          {shown.map(([account, label, icon]) => {
            const balance = balances.find((row) => row.account === account && row.currency === currency);
            const money = formatMoney(balance?.balance_cents ?? 0, currency);
            return <StatCard key={account} icon={icon} label={t(label)} value={money} />;
          })}
        </div>
      ))}
    </section>
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
