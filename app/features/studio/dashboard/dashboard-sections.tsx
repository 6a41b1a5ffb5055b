import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import type { DetailsProblem } from "~/features/money/payees/payee";
import type { MessageKey } from "~/i18n/message-key";
import { type Currency, formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Icon, type IconName } from "~/ui/icons";
import { Link } from "~/ui/link";
import { buttonLook, classNames } from "~/ui/looks";
import { PageLinks } from "~/ui/page-links";
import type { CreatorTask, FirstStep } from "./next-steps";

export function FirstStepsList({ steps }: { steps: readonly FirstStep[] }) {
  const t = useText();
  const linkTo = useLinkTo();
  const next = steps.find(({ done }) => !done);
  return (
    <Card as="section" aria-labelledby="first-steps" className="mt-6 p-5 sm:p-6">
      <h2 id="first-steps" className="text-xl">
        {t("creator.firstSteps")}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {t("creator.firstStepsDone", { done: steps.filter(({ done }) => done).length, all: steps.length })}
      </p>
      <ol className="mt-4 grid gap-1 sm:grid-cols-2 sm:gap-x-8">
        {steps.map((step) => (
          <li key={step.title} className="flex gap-3 py-2">
            <span
              aria-hidden="true"
              className={
                step.done
                  ? "flex size-7 shrink-0 items-center justify-center rounded-full bg-success-soft text-on-success-soft"
                  : "size-7 shrink-0 rounded-full border-2 border-dashed border-line-strong"
              }
            >
              {step.done && <Icon name="check" className="size-4" />}
            </span>
            <div className="min-w-0">
              {step.done ? (
                <p className="text-ink-soft">
                  {t(step.title)} <span className="sr-only">{t("creator.stepDone")}</span>
                </p>
              ) : (
                <Link
                  {...linkTo(step.to)}
                  className={
                    step === next
                      ? "font-semibold text-ink underline underline-offset-4"
                      : "text-ink underline decoration-line-strong underline-offset-4"
                  }
                >
                  {t(step.title)}
                </Link>
              )}
              {!step.done && <p className="mt-0.5 text-sm text-ink-soft">{t(step.text)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const icons = {
  question: "message",
  payout: "wallet",
  taxId: "user",
  email: "alert",
  dispute: "card",
  preview: "video",
} as const satisfies Record<CreatorTask["kind"], IconName>;

const problemTexts = {
  missingName: "creator.unpayableName",
  missingPix: "creator.unpayablePix",
  missingBank: "creator.unpayableBank",
  missingCard: "creator.unpayableCard",
} as const satisfies Record<DetailsProblem, MessageKey>;

export function CreatorTasks({ tasks }: { tasks: readonly Omit<CreatorTask, "due">[] }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Card as="section" aria-labelledby="tasks" className="p-4 sm:p-6">
      <h2 id="tasks" className="text-xl">
        {t("creator.tasks.title")}
      </h2>
      {tasks.length === 0 ? (
        <p className="mt-2 text-ink-soft">{t("creator.tasks.none")}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {tasks.map(({ kind, to, values }, at) => (
            <li key={kind}>
              <Link
                {...linkTo(to)}
                className="group/task -mx-2 flex items-center gap-4 rounded-control px-2 py-3 hover:bg-sunken"
              >
                <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-success-soft text-on-success-soft max-sm:hidden">
                  <Icon name={icons[kind]} />
                </span>
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <span className="block font-semibold">{t(titleOf(kind, values), values)}</span>
                  <span className="line-clamp-2 text-sm text-ink-soft">
                    {t(textOf(kind, values), values)}
                  </span>
                </span>
                <span
                  className={buttonLook(
                    at === 0 ? "primary" : "secondary",
                    "small",
                    "w-32 shrink-0 max-sm:hidden",
                  )}
                >
                  {t(`creator.tasks.${kind}Do`)}
                </span>
                <Icon name="chevron-down" className="size-5 -rotate-90 sm:hidden" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function titleOf(kind: CreatorTask["kind"], { days = 0, count = 0 }: CreatorTask["values"]): MessageKey {
  if (kind === "question") {
    if (Number(days) < 1) return "creator.tasks.questionToday";
    return days === 1 ? "creator.tasks.questionDay" : "creator.tasks.question";
  }
  return kind === "dispute" && Number(count) > 1 ? "creator.tasks.disputes" : `creator.tasks.${kind}`;
}

function textOf(kind: CreatorTask["kind"], { problem, date }: CreatorTask["values"]): MessageKey {
  if (kind === "payout") return problemTexts[problem as DetailsProblem];
  return kind === "taxId" && date === "" ? "creator.tasks.taxIdTextAny" : `creator.tasks.${kind}Text`;
}

interface RecentSale {
  id: string;
  title: string;
  date: string;
  creator_earnings_cents: number;
  expected: boolean;
  /** When a paid sale's earnings are released, such as "30 nov"; null without any. */
  release: { day: string; over: boolean } | null;
  currency: Currency;
  status: SaleStatus;
}

interface RecentSalesProps {
  sales: readonly RecentSale[];
  next: string | undefined;
  hasVideos: boolean;
}

/** product.md, Creator dashboard. */
export function RecentSales({ sales, next, hasVideos }: RecentSalesProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  if (sales.length === 0) {
    return (
      <EmptyState
        title={t("creator.noSales")}
        description={t(hasVideos ? "creator.noSalesHint" : "creator.noSalesYetHint")}
        action={
          hasVideos ? undefined : (
            <ButtonLink {...linkTo("/creator/upload")}>{t("creator.firstVideo")}</ButtonLink>
          )
        }
      />
    );
  }
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="text-xl">{t("creator.recentSales")}</h2>
      <ul className="mt-1 divide-y divide-line">
        {sales.map((sale) => (
          <li key={sale.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3">
            <p className="truncate font-semibold" title={sale.title}>
              {sale.title}
            </p>
            {/* Only a completed sale is earned: any other amount is greyed. */}
            <p
              className={classNames(
                "text-right font-bold tabular-nums",
                sale.status !== "completed" && "text-ink-faint",
              )}
            >
              {formatMoney(sale.creator_earnings_cents, sale.currency, locale)}
            </p>
            <p className="text-sm text-ink-faint">
              {sale.date}
              {sale.expected && <span className="block">{t("creator.expectedEarning")}</span>}
              {sale.release && (
                <span className="block">
                  {t(sale.release.over ? "creator.releasedOn" : "creator.releaseOn", {
                    date: sale.release.day,
                  })}
                </span>
              )}
            </p>
            <div className="text-right">
              <SaleStatusBadge status={sale.status} />
            </div>
          </li>
        ))}
      </ul>
      <PageLinks
        next={next ? { ...linkTo(`/creator/dashboard?after=${next}`), label: t("creator.more") } : undefined}
      />
    </Card>
  );
}
