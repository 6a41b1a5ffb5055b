import type { SerializeFrom } from "@remix-run/node";
import type { WatchPageView } from "./show-watch-page.server";

/** The watch page in the browser. */
export type WatchPage = SerializeFrom<WatchPageView>;

/** The watch page of somebody who may watch. */
export type PlayingPage = Extract<WatchPage, { player: unknown }>;
