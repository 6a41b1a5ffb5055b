/** The preview of a video beside the form that publishes it. */
import { expect, test } from "vitest";
import { ShopPreview } from "~/features/studio/uploads/shop-preview";
import { serverTexts } from "~/i18n/i18next.server";
import { TextsProvider } from "~/i18n/texts";
import { render } from "./render";

/** What the preview says of a form with these values, without markup. */
function preview(locale: "pt" | "en", values: Record<string, string>): string {
  const markup = render(
    <TextsProvider value={{ locale, text: serverTexts[locale] }}>
      <ShopPreview
        form={{ current: null }}
        typedIn={(field) => values[field]}
        hasFile={false}
        keptPicture={undefined}
      />
    </TextsProvider>,
    locale === "pt" ? "/creator/upload" : "/creator/upload?lng=en",
  );
  return markup.replace(/<[^>]*>/g, " ");
}

test("the preview of a free video says that it is free, whatever price was typed before", () => {
  const typed = { title: "Afinar", price: "49,90" };
  expect(preview("pt", typed)).toContain("R$\u00a049,90");
  for (const [locale, word] of [
    ["pt", "Grátis"],
    ["en", "Free"],
  ] as const) {
    const free = preview(locale, { ...typed, pricing: "free" });
    expect(free).toMatch(new RegExp(`\\s${word}\\s`));
    expect(free).not.toContain("R$");
  }
  expect(preview("pt", { ...typed, price: "", pricing: "free" })).not.toContain("R$");
});
