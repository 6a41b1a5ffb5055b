import { Form, useSearchParams } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SkeletonGroup } from "~/ui/skeleton";
import { useSlowSearch } from "~/ui/slow-navigation";
import { RowOutlines } from "./admin-dashboard-skeleton";
import { ExportLinks } from "./export-links";
import { PeoplePage } from "./people-page";
import { decidePeopleSearch, searchMaxLength } from "./people-search";

interface PeopleListProps {
  search: string;
  page: ComponentProps<typeof PeoplePage>["page"];
}

/** The screen of everyone of a kind: search, table, files. */
export function PeopleList({ search, page }: PeopleListProps) {
  const t = useText();
  const [params] = useSearchParams();
  const isLoading = useSlowSearch();
  const { people } = page;
  const path = `/admin/${people}`;
  const isShort = decidePeopleSearch(search).by === "tooShort";
  const linkTo = (after?: string) => {
    const query = new URLSearchParams({ ...(search ? { q: search } : {}), ...(after ? { after } : {}) });
    return query.size > 0 ? `${path}?${query}` : path;
  };
  return (
    <>
      <PageHeader
        title={people === "creators" ? t("people.creators") : t("people.consumers")}
        description={people === "creators" ? t("people.creatorsText") : t("people.consumersText")}
        actions={<ExportLinks people={people} />}
      />
      <Form role="search" action={path} className="mt-8 flex max-w-2xl flex-wrap items-end gap-3">
        <Field
          key={search}
          name="q"
          type="search"
          label={t("people.search")}
          defaultValue={search}
          maxLength={searchMaxLength}
          error={isShort ? t("people.searchTooShort") : undefined}
          className="grow basis-64"
        />
        <Button variant="secondary">
          <Icon name="search" />
          {t("people.searchButton")}
        </Button>
        {search && (
          <ButtonLink to={path} variant="quiet">
            {t("people.clear")}
          </ButtonLink>
        )}
      </Form>
      <Card className="mt-6">
        {isLoading ? (
          <SkeletonGroup label={t("common.loading")} className="px-5 sm:px-6">
            <RowOutlines />
          </SkeletonGroup>
        ) : (
          <PeoplePage page={page} searched={search !== ""} linkTo={linkTo} isLater={params.has("after")} />
        )}
      </Card>
    </>
  );
}
