import { formatMoney } from "~/features/base/money/money";
import { splitPercent } from "~/features/base/money/platform-share";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/text-link";
import { FactList } from "./fact-list";
import type { SaleView } from "./show-sale.server";

/** A sale's amounts, people and method. */
export function SaleFacts({ sale }: { sale: SaleView }) {
  const t = useText();
  const money = (cents: number) => formatMoney(cents, sale.currency);
  // Without a profile there is no page.
  const person = (page: string, name: string | null, email: string) =>
    name ? (
      // As high as the text beside it, though pressed as any link.
      <TextLink to={page} className="-my-2.5 py-2.5">{`${name} · ${email}`}</TextLink>
    ) : (
      email
    );
  const share = splitPercent(sale.platform_share_bp);
  return (
    <div className="space-y-6">
      <Card as="section" className="p-5 sm:p-6">
        <h2 className="text-sm text-ink-soft">{t("office.amount")}</h2>
        <p className="mb-2 font-display text-3xl font-extrabold tabular-nums">{money(sale.amount_cents)}</p>
        <FactList
          facts={[
            [t("office.creatorPart", { percent: share.creator }), money(sale.creator_earnings_cents)],
            [t("office.platformPart", { percent: share.platform }), money(sale.platform_fee_cents)],
            [
              t("office.providerFee"),
              sale.provider_fee_cents === null ? t("office.unknown") : money(sale.provider_fee_cents),
            ],
            [t("office.margin"), sale.marginCents === undefined ? null : money(sale.marginCents)],
            [t("office.back"), sale.backCents > 0 && money(sale.backCents)],
            [t("office.left"), money(sale.leftCents)],
          ]}
        />
        {sale.countedLessons.length > 0 && (
          <>
            <h3 className="mt-5 mb-1 font-semibold">{t("office.countedLessons")}</h3>
            <p className="text-sm text-ink-soft">{t("office.countedLessonsText")}</p>
            <FactList
              facts={sale.countedLessons.map(({ id, title, number, cents }) => [
                `${title} · ${number}`,
                <TextLink key={id} to={`/admin/sales/${id}`} className="-my-2.5 py-2.5">
                  {money(cents)}
                </TextLink>,
              ])}
            />
          </>
        )}
      </Card>
      <Card as="section" className="p-5 sm:p-6">
        <h2 className="mb-2 text-xl">{t("office.sale")}</h2>
        <FactList
          facts={[
            [t("office.number"), sale.purchase_number],
            [t("office.awaited"), sale.awaitedUntil],
            [
              t("office.how"),
              sale.payment_method ? t(`office.${sale.payment_method}Method`) : t("office.unknown"),
            ],
            [
              t("office.buyer"),
              person(`/admin/consumers/${sale.consumer_id}`, sale.buyer_name, sale.buyer_email),
            ],
            [
              t("office.creator"),
              person(`/admin/creators/${sale.creator_id}`, sale.creator_name, sale.creator_email),
            ],
            [t("office.access"), t(sale.status === "completed" ? "office.accessYes" : "office.accessNo")],
          ]}
        />
      </Card>
    </div>
  );
}
