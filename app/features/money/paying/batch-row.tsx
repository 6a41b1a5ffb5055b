import { useText } from "~/i18n/use-locale";
import { Badge, type BadgeTone } from "~/ui/badge";
import { BreakableText } from "~/ui/breakable-text";
import { ButtonLink } from "~/ui/button";
import { CopyButton } from "~/ui/copy-text";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { Portrait } from "~/ui/portrait";
import { type BatchView, openedAddress } from "./batch-view";
import { settleFormId } from "./confirm-bar";
import type { RowView } from "./load-batch-table.server";

const tones: Record<RowView["status"], BadgeTone> = {
  prepared: "neutral",
  paid: "success",
  failed: "danger",
  returned: "danger",
};

function Status({ row }: { row: RowView }) {
  const t = useText();
  if (row.status === "prepared" && row.stopped) return <Badge tone="danger">{t("paying.stopped")}</Badge>;
  if (row.status === "prepared" && row.unusual) return <Badge tone="warn">{t("paying.check")}</Badge>;
  return <Badge tone={tones[row.status]}>{t(`paying.status_${row.status}`)}</Badge>;
}

export function BatchRow({
  row,
  path,
  view,
  isOpen,
  marks,
  marked,
}: {
  row: RowView;
  path: string;
  view: BatchView;
  isOpen: boolean;
  marks: boolean;
  marked: boolean;
}) {
  const t = useText();
  return (
    <tr
      id={`payout-${row.id}`}
      className={classNames(
        "scroll-mt-24 border-t border-line has-checked:bg-success-soft",
        "max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-2 max-lg:py-2",
      )}
    >
      <td className="py-1 pl-2 align-middle">
        {marks && (
          <label className="flex size-11 items-center justify-center">
            <span className="sr-only">{t("paying.mark", { name: row.name, amount: row.amount })}</span>
            <input
              key={String(marked)}
              form={settleFormId}
              type="checkbox"
              name="payoutId"
              value={row.id}
              defaultChecked={marked}
              data-cents={row.cents}
              data-flagged={row.unusual ? "" : undefined}
              className="size-5 accent-forest"
            />
          </label>
        )}
      </td>
      <th scope="row" className="px-3 py-1 font-semibold max-lg:px-1">
        <span className="flex items-center gap-3">
          <Portrait name={row.name} className="size-8 max-lg:hidden" />
          <span className="min-w-0 break-words">
            <Link
              to={openedAddress(path, view, row.id)}
              preventScrollReset
              aria-expanded={isOpen}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {row.name}
            </Link>
            {row.note && row.status === "prepared" && (
              <span className="block max-w-md pb-1 text-sm font-normal text-ink-soft">{row.note}</span>
            )}
          </span>
        </span>
      </th>
      <td className="px-3 py-1 text-right font-semibold whitespace-nowrap tabular-nums max-lg:pr-4">
        {row.amount}
      </td>
      <td className="px-3 py-1 text-sm max-lg:col-start-2 max-lg:px-1">
        {!isOpen && (
          <>
            <span className="text-ink-soft">{row.kind}</span> <BreakableText>{row.destination}</BreakableText>
          </>
        )}
      </td>
      <td className="px-3 py-1 max-lg:row-start-2 max-lg:col-start-3 max-lg:pr-4 max-lg:text-right">
        <Status row={row} />
      </td>
      <td className="py-1 pr-4 pl-3 text-right max-lg:col-span-2 max-lg:col-start-2 max-lg:px-1 max-lg:text-left">
        {row.code ? (
          <span className="inline-flex flex-wrap gap-2 whitespace-nowrap lg:flex-nowrap lg:justify-end">
            <CopyButton
              text={row.code}
              copyLabel={t("paying.copyShort")}
              copiedLabel={t("paying.copied")}
              label={t("paying.copyCodeOf", { name: row.name })}
              look="small"
            />
            <ButtonLink
              to={`${path}/pay?payout=${row.id}`}
              variant="secondary"
              size="small"
              className="px-3"
              aria-label={t("paying.qrOf", { name: row.name })}
            >
              <Icon name="qr" />
              {t("paying.qrShort")}
            </ButtonLink>
          </span>
        ) : (
          row.outcome && (
            <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-ink-soft">{row.outcome}</span>
          )
        )}
      </td>
    </tr>
  );
}
