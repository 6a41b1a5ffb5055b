import { type RefObject, useEffect, useState } from "react";
import { formatMoney } from "~/features/base/money/money";
import { isFreeChosen, parsePrice, pricingField } from "~/features/base/money/price";
import { coverQuery, parseCoverChoice } from "~/features/videos/pictures/cover-form";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Thumbnail } from "~/ui/thumbnail";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { listPublishSteps } from "./publish-steps";

interface ShopPreviewProps {
  form: RefObject<HTMLFormElement>;
  /** Values that the form opens with. */
  typedIn: (field: string) => string | undefined;
  /** Whether the video is on its way, or at the server, already. */
  hasFile: boolean;
  /** Public path of the draft's picture. */
  keptPicture: string | undefined;
}

const textFields = [
  "source",
  "title",
  "price",
  pricingField,
  "description",
  "outcomes",
  "youtubeUrl",
] as const;

/** What is read of the form. */
interface Typed {
  texts: Record<string, string>;
  /** Whether a file is chosen. */
  thumbnail: boolean;
  video: boolean;
}

/** Beside the form, on small screens below it: the video as the shop will show it, and what is still missing. */
export function ShopPreview({ form, typedIn, hasFile, keptPicture }: ShopPreviewProps) {
  const t = useText();
  const locale = useLocale();
  const [{ texts, thumbnail, video }, setTyped] = useState<Typed>(() => ({
    texts: Object.fromEntries(textFields.map((field) => [field, typedIn(field) ?? ""])),
    thumbnail: false,
    video: false,
  }));
  useEffect(() => {
    const place = form.current;
    if (!place) return;
    const read = () => setTyped(readTyped(place));
    read();
    place.addEventListener("input", read);
    place.addEventListener("change", read);
    return () => {
      place.removeEventListener("input", read);
      place.removeEventListener("change", read);
    };
  }, [form]);
  const drawn = parseCoverChoice(texts);
  const kept = texts.dropThumbnail ? undefined : keptPicture;
  // A chosen picture is shown once the draft has it.
  const picture = kept ?? (drawn && `/creator/cover/picture?${coverQuery(drawn)}`);
  const price = parsePrice(texts.price ?? "");
  const isFree = isFreeChosen(texts);
  const isLink = texts.source === "youtube";
  const steps = listPublishSteps({
    title: texts.title ?? "",
    price: texts.price ?? "",
    isFree,
    description: texts.description ?? "",
    outcomes: texts.outcomes ?? "",
    hasVideo: isLink ? Boolean(texts.youtubeUrl) : hasFile || video,
    hasCover: picture !== undefined || thumbnail || isLink,
  });
  return (
    <aside aria-labelledby="shop-preview" className="max-lg:mt-12 noscript:hidden">
      <div className="lg:sticky lg:top-6">
        <h2 id="shop-preview" className="text-sm font-semibold text-ink-soft">
          {t("uploads.shopPreview")}
        </h2>
        <Card className="mt-3 p-5">
          <Thumbnail src={picture ?? null} alt="" className="cover" />
          <p className="mt-4 text-lg leading-snug font-bold [overflow-wrap:anywhere]">
            {texts.title?.trim() || t("drafts.untitled")}
          </p>
          <p className="mt-3 text-lg font-bold text-primary tabular-nums">
            {isFree ? t("uploads.shopFree") : price.ok ? formatMoney(price.cents, "BRL", locale) : "R$ –"}
          </p>
        </Card>
        <ul className="mt-6 space-y-3">
          {steps.map(({ step, done }) => (
            <li key={step} className="flex items-center gap-3">
              <span
                aria-hidden="true"
                className={
                  done
                    ? "flex size-7 shrink-0 items-center justify-center rounded-full bg-success-soft text-on-success-soft"
                    : "size-7 shrink-0 rounded-full border-2 border-dashed border-line-strong"
                }
              >
                {done && <Icon name="check" className="size-4" />}
              </span>
              <span className={done ? "text-ink" : "text-ink-soft"}>
                {t(`uploads.steps.${step}`)}
                {done && <VisuallyHidden> {t("creator.stepDone")}</VisuallyHidden>}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

function readTyped(form: HTMLFormElement): Typed {
  const typed: Typed = { texts: {}, thumbnail: false, video: false };
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") typed.texts[name] = value;
    else if (name === "thumbnail" || name === "video") typed[name] = value.name !== "";
  }
  return typed;
}
