import { useText } from "~/i18n/use-locale";
import { type CoverChoice, coverQuery } from "./cover-form";

/** A cover as it will be, large and as a phone's card shows it. */
export function CoverPreview({ choice }: { choice: CoverChoice }) {
  const t = useText();
  const src = `/creator/cover/picture?${coverQuery(choice)}`;
  return (
    <div className="space-y-4">
      <h2 className="text-xl">{t("covers.preview")}</h2>
      <img
        src={src}
        alt={choice.title}
        width={1280}
        height={720}
        className="aspect-video w-full rounded-card bg-sunken shadow-lifted"
      />
      <div className="flex items-center gap-4 rounded-panel bg-sunken p-4">
        <img src={src} alt="" width={164} height={92} className="rounded-control" />
        <p className="text-sm text-ink-soft">
          <strong className="block text-ink">{t("covers.inShop")}</strong>
          {t("covers.inShopText")}
        </p>
      </div>
    </div>
  );
}
