import { useText } from "~/i18n/use-locale";
import { PrintButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { TextLink } from "~/ui/link";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { QrPicture } from "~/ui/qr-picture";
import type { loadCodeSheet } from "./load-pay-screen.server";

export function CodeSheet({ sheet }: { sheet: Awaited<ReturnType<typeof loadCodeSheet>> }) {
  const t = useText();
  const { batch, count, sum, codes, others, next } = sheet;
  const path = `/admin/payouts/${batch.id}`;
  return (
    <>
      <PageHeader
        above={
          <BackLink to={path} className="print:hidden">
            {t("paying.toBatch", { date: batch.date })}
          </BackLink>
        }
        title={t("payouts.batch", { date: batch.date })}
        description={count > 0 && t(count === 1 ? "paying.sheetTextOne" : "paying.sheetText", { count, sum })}
        actions={count > 0 && <PrintButton>{t("paying.print")}</PrintButton>}
        className="mb-6"
      />
      {count === 0 && (
        <EmptyState icon="check" title={t("paying.sheetNone")} description={t("paying.sheetNoneHint")} />
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3 print:gap-2">
        {codes.map(({ id, name, amount, pix, txid, qr }) => (
          <Card key={id} as="li" className="p-4 print:p-2 print:shadow-none">
            <p className="font-semibold break-words">{name}</p>
            <p className="text-xl font-bold tabular-nums print:text-base">{amount}</p>
            {pix && (
              <p className="text-sm [overflow-wrap:anywhere] text-ink-soft print:text-xs">
                {pix.kind} {pix.key}
              </p>
            )}
            {qr && (
              <div className="mx-auto my-2 w-44 print:w-36">
                <QrPicture code={qr} label={t("paying.qr", { amount, name })} />
              </div>
            )}
            <p className="text-xs [overflow-wrap:anywhere] text-ink-faint">
              {t("paying.txid")}: {txid}
            </p>
          </Card>
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-labelledby="others" className="mt-8">
          <h2 id="others" className="mb-2 text-lg">
            {t("paying.sheetOther")}
          </h2>
          <ul>
            {others.map(({ id, name, amount }) => (
              <li key={id} className="flex justify-between gap-4 border-b border-line py-2">
                <span className="min-w-0 break-words">{name}</span>
                <span className="tabular-nums">{amount}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {next !== undefined && (
        <p className="mt-6 print:hidden">
          <TextLink to={`${path}/codes?sheet=${next}`}>{t("paying.sheetNext")}</TextLink>
        </p>
      )}
    </>
  );
}
