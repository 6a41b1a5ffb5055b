import { sql } from "kysely";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { inShop } from "./for-sale.queries.server";
import type { Topic } from "./topic";

/** The name of a topic in a language, or in the default one. */
export const topicName = (locale: Locale) =>
  sql<string>`coalesce(topics.names->>${locale}, topics.names->>${defaultLocale})`;

/** Lists the topics with their names in a language, in the order in which they are shown. */
export async function listTopics(db: Db, locale: Locale): Promise<Topic[]> {
  return db
    .selectFrom("topics")
    .select(["slug", "family", topicName(locale).as("name")])
    .orderBy("position")
    .$narrowType<{ family: Topic["family"] }>()
    .execute();
}

/**
 * Lists the topics of which the shop has a video, with their names in a language, in the order in which they are shown.
 * `asked`: the slug of a topic that is listed also without one
 */
export async function listTopicsInShop(db: Db, locale: Locale, asked = ""): Promise<Topic[]> {
  return db
    .selectFrom("topics")
    .select(["slug", "family", topicName(locale).as("name")])
    .where(({ eb, exists, selectFrom }) =>
      eb("slug", "=", asked).or(
        exists(
          selectFrom("videos").select("videos.id").whereRef("topic_slug", "=", "topics.slug").where(inShop),
        ),
      ),
    )
    .orderBy("position")
    .$narrowType<{ family: Topic["family"] }>()
    .execute();
}
