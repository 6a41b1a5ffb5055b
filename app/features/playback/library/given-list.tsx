import { RowCover } from "~/features/videos/pictures/row-cover";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Link } from "~/ui/link";
import type { GivenVideo } from "./show-library.server";

/** The gifts that a person gave, each with its status. */
export function GivenList({ gifts }: { gifts: readonly GivenVideo[] }) {
  const t = useText();
  const linkTo = useLinkTo();
  if (gifts.length === 0) return null;
  return (
    <section aria-labelledby="given" className="mt-10 sm:mt-14">
      <h2 id="given" className="mb-3 text-2xl sm:mb-4 sm:text-[1.75rem]">
        {t("library.givenTitle")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {gifts.map((gift) => (
          <li key={gift.saleId} className="py-4">
            <article className="card-lift grid grid-cols-[min(8rem,36%)_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-5">
              <RowCover src={gift.thumbnailUrl} />
              <div className="min-w-0">
                <h3 className="row-title line-clamp-3 break-words">
                  <Link {...linkTo(`/purchases/${gift.saleId}/gift`)} className="card-link">
                    {gift.title}
                  </Link>
                </h3>
                <p className="mt-0.5 text-sm break-words text-ink-soft">
                  {gift.takenOn ? t("library.givenTaken", { date: gift.takenOn }) : t("library.givenOpen")}
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
