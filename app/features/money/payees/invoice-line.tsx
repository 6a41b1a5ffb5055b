import { useText } from "~/i18n/use-locale";
import { writeMonth } from "./written-month";

/** The invoice (NFS-e) of a month's commission, with the page where it can be seen. `month`: if no title names it. */
export function InvoiceLine({
  number,
  link,
  month,
}: {
  number: string;
  link: string | null;
  month?: string;
}) {
  const t = useText();
  const text = month
    ? t("payouts.invoiceOf", { month: writeMonth(month), number })
    : t("payouts.invoice", { number });
  return (
    <p className="mt-2 break-words">
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}
