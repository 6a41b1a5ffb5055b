import type { SerializeFrom } from "@remix-run/node";
import type { ShownWatchPage } from "./show-watch-page.server";

/** The watch page in the browser. */
export type WatchPage = SerializeFrom<ShownWatchPage>;

/** The watch page of somebody who may watch. */
export type PlayingPage = Extract<WatchPage, { player: unknown }>;
