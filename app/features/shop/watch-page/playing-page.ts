import type { SerializeFrom } from "@remix-run/node";
import type { WatchPageView } from "./show-watch-page.server";

export type WatchPage = SerializeFrom<WatchPageView>;

export type PlayingPage = Extract<WatchPage, { player: unknown }>;
