import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listNotes } from "~/features/playback/notes/notes.queries.server";
import { AllNotes } from "~/features/playback/notes/notes-page";
import { readNoteFilters } from "~/features/playback/notes/take-note-form.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { metaText } from "~/i18n/page-titles";
import { PlayerTexts } from "~/i18n/player-texts";
import { requireViewer } from "~/server/guards.server";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "notes"),
  { name: "robots", content: "noindex" },
];

const notesPerPage = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const { after, ...filters } = readNoteFilters(new URL(request.url).searchParams);
  const limit = notesPerPage + 1;
  const rows = await listNotes(context.services.db, userId, { ...filters, after, limit });
  const next = rows.length > notesPerPage ? rows[notesPerPage - 1]?.id : undefined;
  return { filters, rows: rows.slice(0, notesPerPage), next, isFirst: !after };
}

export default function Notes() {
  const { filters, ...page } = useLoaderData<typeof loader>();
  return (
    <PlayerTexts>
      <ShopPage width="medium" className="py-6 sm:py-10">
        <AllNotes {...page} filters={{ search: filters.search, productId: filters.productId }} />
      </ShopPage>
    </PlayerTexts>
  );
}
