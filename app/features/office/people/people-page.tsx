import { useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import type { ListedConsumer, ListedCreator } from "./listed-person";
import { ConsumerTable, CreatorTable } from "./people-table";

interface PeoplePageProps {
  page:
    | { people: "creators"; rows: ListedCreator[]; next: string | undefined }
    | { people: "consumers"; rows: ListedConsumer[]; next: string | undefined };
  searched?: boolean;
  /** The URL of this list from a cursor on, or of its first page. */
  linkTo(after?: string): string;
  isLater: boolean;
}

export function PeoplePage({ page, searched = false, linkTo, isLater }: PeoplePageProps) {
  const t = useText();
  if (page.rows.length === 0) {
    const none = page.people === "creators" ? t("people.noCreators") : t("people.noConsumers");
    return (
      <EmptyState
        icon={searched ? "search" : "users"}
        title={searched ? t("people.nobodyFound") : none}
        description={searched && t("people.nobodyFoundHint")}
        className="border-0"
      />
    );
  }
  return (
    <>
      {page.people === "creators" ? (
        <CreatorTable creators={page.rows} />
      ) : (
        <ConsumerTable consumers={page.rows} />
      )}
      {(page.next || isLater) && (
        <div className="flex flex-wrap justify-center gap-3 border-t border-line p-4">
          {isLater && (
            <ButtonLink to={linkTo()} variant="quiet" preventScrollReset>
              {t("people.newest")}
            </ButtonLink>
          )}
          {page.next && (
            <ButtonLink to={linkTo(page.next)} variant="secondary" preventScrollReset>
              {t("people.older")}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}
