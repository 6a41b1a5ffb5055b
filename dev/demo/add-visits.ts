/** Visits of the last month, as the counter would have written them. */
import { sql } from "kysely";
import { dayOf } from "~/i18n/days";
import type { Services } from "../../app/platform/services";

/** Of 100 daily visits: how many come from a source, and how many of them play the preview. */
const demoSources = [
  { source: "instagram", share: 44, plays: 31 },
  { source: "whatsapp", share: 24, plays: 45 },
  { source: "shop", share: 20, plays: 40 },
  { source: "direct", share: 12, plays: 28 },
] as const;

const days = 30;
const dayMs = 86_400_000;

export async function addVisits({ db, clock }: Services, videoIds: readonly string[]): Promise<void> {
  const rows = videoIds.flatMap((videoId, video) =>
    Array.from({ length: days }, (_, back) => {
      const at = new Date(clock().getTime() - back * dayMs);
      const weekend = at.getUTCDay() % 6 === 0 ? 2 : 1;
      const visits = Math.round((14 / (video + 1)) * weekend * (1 + Math.sin(back * 1.7 + video) / 2));
      return demoSources.map(({ source, share, plays }) => {
        const views = Math.round((visits * share) / 100);
        const previews = Math.round((views * plays) / 100);
        return { video_id: videoId, day: dayOf(at), source, views, previews };
      });
    }).flat(),
  );
  const shown = rows.filter(({ views }) => views > 0);
  await db.insertInto("video_visits").values(shown).execute();
  const names = demoSources.filter(({ source }) => source !== "direct").map(({ source }) => source);
  await sql`
    INSERT INTO sale_sources (sale_id, source)
    SELECT id, (${names}::text[])[1 + place % ${names.length + 1}]
    FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM sales) AS sold
    WHERE place % ${names.length + 1} < ${names.length}`.execute(db);
}
