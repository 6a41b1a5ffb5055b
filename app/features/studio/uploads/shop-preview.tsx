import { type RefObject, useEffect, useState } from "react";
import { isFreeChosen, parsePrice } from "~/features/base/money/price";
import { beforeChapters } from "~/features/videos/lesson-files/chapters";
import { clockDuration } from "~/features/videos/listing/duration";
import { formatMoney } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Thumbnail } from "~/ui/thumbnail";
import type { TypedFields } from "./typed-fields";
import { readForm } from "./use-auto-save";

interface ShopPreviewProps {
  form: RefObject<HTMLFormElement>;
  values: TypedFields;
  cover: string | null;
  pictures: readonly string[];
  seconds: number | undefined;
}

export function ShopPreview({ form, values, cover, pictures, seconds }: ShopPreviewProps) {
  const t = useText();
  const locale = useLocale();
  const [typed, setTyped] = useState(values);
  useEffect(() => {
    const place = form.current;
    if (!place) return;
    const read = () => setTyped(readForm(place));
    read();
    place.addEventListener("input", read);
    return () => place.removeEventListener("input", read);
  }, [form]);
  const price = parsePrice(typed.price ?? "");
  const picture = pictures[Number(typed.cover ?? -1)] ?? cover;
  return (
    <section aria-labelledby="shop-preview" className="noscript:hidden">
      <h2 id="shop-preview" className="text-sm font-semibold text-ink-soft">
        {t("uploads.shopPreview")}
      </h2>
      <Card className="mt-3 p-5">
        <div className="relative">
          <Thumbnail src={picture} alt="" className="cover" />
          {seconds !== undefined && (
            <span className="absolute right-2 bottom-2 rounded bg-over-picture px-1.5 text-sm font-semibold text-on-picture">
              {clockDuration(seconds)}
            </span>
          )}
        </div>
        <p className="mt-4 text-lg leading-snug font-bold [overflow-wrap:anywhere]">
          {typed.title?.trim() || t("uploads.untitled")}
        </p>
        <p className="mt-1 line-clamp-2 text-sm text-ink-soft [overflow-wrap:anywhere]">
          {beforeChapters(typed.description ?? "")}
        </p>
        <p className="mt-3 text-lg font-bold text-primary tabular-nums">
          {isFreeChosen(typed)
            ? t("uploads.shopFree")
            : price.ok
              ? formatMoney(price.cents, "BRL", locale)
              : "R$ –"}
        </p>
      </Card>
    </section>
  );
}
