import type { DetailsProblem } from "~/features/money/payees/payee";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { buttonLook } from "~/ui/button-look";
import { Card } from "~/ui/card";
import { Icon, type IconName } from "~/ui/icons";
import { Link } from "~/ui/link";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { CreatorTask, FirstStep } from "./next-steps";

/** A new creator's checklist; the next open step is emphasised. */
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
                  {t(step.title)} <VisuallyHidden>{t("creator.stepDone")}</VisuallyHidden>
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

/** What needs the creator, each task one row to press. The first has the page's dark button. */
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
