import { useSearchParams } from "@remix-run/react";
import { showPixKey } from "~/features/base/form-fields/pix-key";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { BreakableText } from "~/ui/breakable-text";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { ListedCreator } from "./listed-person";

/** product.md, Admin dashboard. Key and account are masked until opened, which the audit log records. */
export function PaymentDetails({
  creator: { id, opened, pixKey, bankName, bankAccount, bankHolder, cardLast4, payoutProblem, heldUntil },
}: {
  creator: ListedCreator;
}) {
  const t = useText();
  const [params] = useSearchParams();
  const toOpen = new URLSearchParams(params);
  toOpen.set("open", id);
  const lines = [
    pixKey && t("people.pixKey", { value: showPixKey(pixKey) }),
    [bankName, bankAccount && t("people.bankAccount", { value: bankAccount })].filter(Boolean).join(", "),
    bankHolder && t("people.bankHolder", { value: bankHolder }),
    cardLast4 && t("people.card", { value: cardLast4 }),
  ].flatMap((line) => line || []);
  // "Não cadastrado" (product.md, Admin dashboard) says it already.
  if (lines.length === 0) return <span className="text-ink-soft">{t("people.noDetails")}</span>;
  return (
    <div className="flex items-start justify-between gap-2 lg:min-w-52">
      <ul className="min-w-0 space-y-0.5 text-sm">
        {lines.map((line) => (
          <li key={line} className="first-letter:uppercase">
            <BreakableText>{line}</BreakableText>
          </li>
        ))}
        {opened && <li className="text-ink-soft">{t("people.shown")}</li>}
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
      {!opened && (pixKey || bankAccount || bankHolder) && (
        <Link
          to={`?${toOpen}`}
          preventScrollReset
          aria-label={t("people.showDetails")}
          className="-my-2 flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunken"
        >
          <Icon name="eye" className="size-5" />
        </Link>
      )}
    </div>
  );
}
