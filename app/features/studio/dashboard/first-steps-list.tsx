import { useLinkTo, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { FirstStep } from "./first-steps";

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
