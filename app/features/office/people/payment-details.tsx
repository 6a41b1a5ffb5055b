import { showPixKey } from "~/features/base/form-fields/pix-key";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { BreakableText } from "~/ui/breakable-text";
import type { ListedCreator } from "./listed-person";

/** product.md, Admin dashboard. A card is shown as four stars and its last digits. */
export function PaymentDetails({
  creator: { pixKey, bankName, bankAccount, bankHolder, cardLast4, payoutProblem, heldUntil },
}: {
  creator: Pick<
    ListedCreator,
    "pixKey" | "bankName" | "bankAccount" | "bankHolder" | "cardLast4" | "payoutProblem" | "heldUntil"
  >;
}) {
  const t = useText();
  const lines = [
    pixKey && t("people.pixKey", { value: showPixKey(pixKey) }),
    bankName && t("people.bankName", { value: bankName }),
    bankAccount && t("people.bankAccount", { value: bankAccount }),
    bankHolder && t("people.bankHolder", { value: bankHolder }),
    cardLast4 && t("people.card", { value: cardLast4 }),
  ].flatMap((line) => line || []);
  // "Não cadastrado" (product.md, Admin dashboard) already says what is missing.
  if (lines.length === 0) return <span className="text-ink-soft">{t("people.noDetails")}</span>;
  return (
    <ul className="space-y-0.5 text-sm lg:min-w-52">
      {lines.map((line) => (
        <li key={line}>
          <BreakableText>{line}</BreakableText>
        </li>
      ))}
      {heldUntil && (
        <li className="pt-1">
          <Badge tone="info">{t("payouts.detailsHeldUntil", { date: heldUntil })}</Badge>
        </li>
      )}
      {payoutProblem && (
        <li className="pt-1">
          <Badge tone="warn">{t(`payouts.problems.${payoutProblem}`)}</Badge>
        </li>
      )}
    </ul>
  );
}
