import { TellsWithdrawal } from "~/features/base/accounts/terms";
import { type Currency, formatPrice } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Thumbnail } from "~/ui/thumbnail";

export interface IntendedVideoProps {
  title: string;
  thumbnailUrl: string | null;
  creatorName: string;
  priceCents: number;
  currency: Currency;
  buys: boolean;
}

/** The video that a login leads to: a row above the form on a phone, a column beside it on a wide screen. */
export function IntendedVideo({
  title,
  thumbnailUrl,
  creatorName,
  priceCents,
  currency,
  buys,
}: IntendedVideoProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <section
      aria-label={t("accounts.intendedVideo")}
      className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-4 lg:grid-cols-1 lg:gap-y-5"
    >
      <Thumbnail src={thumbnailUrl} alt="" eager="first" className="rounded-card" />
      <div>
        <p className="line-clamp-2 font-semibold lg:line-clamp-none lg:font-display lg:text-2xl lg:font-bold">
          {title}
        </p>
        <p className="mt-1 truncate text-sm text-ink-faint">{t("common.by", { name: creatorName })}</p>
        <p className="mt-1 font-display text-xl font-bold text-primary tabular-nums lg:mt-3 lg:text-3xl">
          {formatPrice(priceCents, currency, locale)}
        </p>
      </div>
      {buys && priceCents > 0 && <TellsWithdrawal className="col-span-full mt-4 lg:mt-0" />}
    </section>
  );
}
