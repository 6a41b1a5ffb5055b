import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseSpan } from "~/features/base/form-fields/date-span";
import { parseSearchText } from "~/features/base/form-fields/people-search";
import { loadPeople } from "~/features/office/dashboard/admin-dashboard.server";
import { PeopleList } from "~/features/office/people/people-list";
import { officeTitle } from "~/i18n/office-titles";
import { parseId } from "~/platform/forms/record-id";
import { parseCursor } from "~/platform/keyset";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";

const titles = { creators: "adminCreators", consumers: "adminConsumers" } as const;
const peopleOf = (pathname: string) => (pathname.includes("/consumers") ? "consumers" : "creators");

export const meta: MetaFunction = ({ location }) => officeTitle(titles[peopleOf(location.pathname)]);

/** `/admin/creators` and `/admin/consumers`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { pathname, searchParams: params } = new URL(request.url);
  const search = parseSearchText(params.get("q"));
  const after = parseCursor(params.get("after"));
  const asked = parseSpan(params);
  const opening = { creatorId: parseId(params.get("open")), by: actorOf(context, request, viewer) };
  const page = await loadPeople(context.services, {
    people: peopleOf(pathname),
    search,
    span: asked.span,
    after,
    opening,
  });
  return { search, asked, page };
}

export default function AdminPeople() {
  const { search, asked, page } = useLoaderData<typeof loader>();
  return <PeopleList search={search} asked={asked} page={page} />;
}
