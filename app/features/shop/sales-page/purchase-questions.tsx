import { type ReactNode, useId } from "react";
import { listOfferedMethods } from "~/features/orders/checkout/payment-methods-offered";
import type { MessageKey } from "~/i18n/message-key";
import type { Currency } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";

interface PurchaseQuestionsProps {
  priceCents: number;
  currency: Currency;
  children?: ReactNode;
}

/** Answers questions before paying, by the payment methods offered at this price. */
export function PurchaseQuestions({ priceCents, currency, children }: PurchaseQuestionsProps) {
  const t = useText();
  const methods = listOfferedMethods(priceCents, currency);
  const when: MessageKey[] = ["salesPage.whenCard"];
  if (methods.includes("pix")) when.push("salesPage.whenPix");
  if (methods.includes("boleto")) when.push("salesPage.whenBoleto");
  const questions: [question: MessageKey, answer: MessageKey[]][] = [
    ["salesPage.regret", ["salesPage.regretAnswer"]],
    ["salesPage.when", when],
    ["salesPage.howLong", ["salesPage.howLongAnswer"]],
    methods.includes("boleto")
      ? ["salesPage.howBoleto", ["salesPage.howBoletoAnswer"]]
      : methods.includes("pix")
        ? ["salesPage.howPix", ["salesPage.howPixAnswer"]]
        : ["salesPage.howCard", ["salesPage.howCardAnswer"]],
  ];
  return (
    <PageSection title={t("salesPage.questions")}>
      <div className="border-t border-line">
        {questions.map(([question, answer], index) => (
          <PurchaseQuestion
            key={question}
            open={index === 0}
            question={t(question)}
            answer={answer.map((key) => t(key)).join(" ")}
          />
        ))}
        {children}
      </div>
    </PageSection>
  );
}

export function PurchaseQuestion({
  open = false,
  question,
  answer,
}: {
  open?: boolean;
  question: string;
  answer: string;
}) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
        {question}
        <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
      </summary>
      <p className="max-w-prose pb-5 text-ink-soft">{answer}</p>
    </details>
  );
}

export function PageSection({
  id,
  title,
  className,
  children,
}: {
  id?: string;
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className={className}>
      <h2 id={heading} className="mb-5 text-2xl sm:text-[1.75rem]">
        {title}
      </h2>
      {children}
    </section>
  );
}
