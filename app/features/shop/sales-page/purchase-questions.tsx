import type { Currency } from "~/features/base/money/currency";
import { listOfferedMethods } from "~/features/orders/checkout/payment-methods-offered";
import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { PageSection } from "./page-section";

/** Answers what people ask before they pay, by the ways to pay that are offered at this price. */
export function PurchaseQuestions({ priceCents, currency }: { priceCents: number; currency: Currency }) {
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
          <details key={question} open={index === 0} className="group border-b border-line">
            <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
              {t(question)}
              <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
            </summary>
            <p className="max-w-prose pb-5 text-ink-soft">{answer.map((key) => t(key)).join(" ")}</p>
          </details>
        ))}
      </div>
    </PageSection>
  );
}
