import type { LoaderFunctionArgs } from "@remix-run/node";
import { listNotes } from "~/features/playback/notes/notes.queries.server";
import { readNoteFilters } from "~/features/playback/notes/take-note-form.server";
import { writeNotesFile } from "~/features/playback/notes/write-notes-file";
import { decideLocale, localizePath } from "~/i18n/page-language";
import { titlesIn } from "~/i18n/page-titles";
import { fileCaching } from "~/server/answer-file.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const url = new URL(request.url);
  const { search, productId } = readNoteFilters(url.searchParams);
  const rows = await listNotes(context.services.db, userId, { search, productId });
  const locale = decideLocale(url);
  const addressOf = (path: string) => new URL(localizePath(path, locale), context.services.env.APP_URL).href;
  return new Response(writeNotesFile(rows, titlesIn(locale).notes, addressOf), {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      "Content-Disposition": `attachment; filename="${locale === "en" ? "notes" : "anotacoes"}.md"`,
      "Cache-Control": fileCaching,
    },
  });
}
