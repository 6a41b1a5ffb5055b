/**
 * The minimal cost of a page: React's renderToString of the marketplace's whole tree, including the document and
 * Remix's elements, on node http. The tree is the app's own code with the data of one real request, made once at the
 * start. Streaming the data to the browser is left out.
 */
import {
  type AppLoadContext,
  createRequestHandler,
  type EntryContext,
  type ServerBuild,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { brandColours, brandStyles } from "~/brand";
import { serverTexts } from "~/i18n/i18next.server";
import { TextsProvider } from "~/i18n/texts";
import { PageProvider } from "~/page-context";
import { parseEnv } from "~/platform/env.server";
import { createLog } from "~/platform/log.server";
import * as root from "~/root";
import * as marketplace from "~/routes/learner/marketplace";
import { createServices } from "~/server/create-services.server";
import { listen } from "./listen";

const parsed = parseEnv(process.env);
if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
const log = createLog("silent");
const services = createServices(parsed.env, log);
const url = `${parsed.env.APP_URL}/marketplace`;
const page = {
  nonce: "bmV2ZXIgdXNlZCB0d2ljZQ==",
  requestId: "00000000-0000-0000-0000-000000000000",
  colourStyles: brandStyles(),
  themeColours: { light: brandColours.light.canvas, dark: brandColours.dark.canvas },
};
const context: AppLoadContext = {
  services,
  log,
  requestId: page.requestId,
  cspNonce: page.nonce,
  isDataRequest: false,
  clientAddress: "127.0.0.1",
  waitForDrain: () => Promise.resolve(),
  addCookie: () => {},
  noteSale: () => undefined,
};

/** The built app, with the two modules of this page from this bundle: both sides must share one set of contexts. */
const buildUrl = new URL("../server/index.js", import.meta.url).href;
const built = (await import(buildUrl)) as ServerBuild;
const routes = Object.fromEntries(
  Object.entries(built.routes).map(([id, route]) => {
    if (id === "root") return [id, { ...route, module: root }];
    return [id, route && id === "routes/learner/marketplace" ? { ...route, module: marketplace } : route];
  }),
) as ServerBuild["routes"];

let tree: EntryContext | undefined;
const keepTree = (_request: Request, _status: number, _headers: Headers, entry: EntryContext) => {
  tree = { ...entry, serverHandoffStream: undefined };
  return new Response(null);
};
const build: ServerBuild = {
  ...built,
  routes,
  entry: { module: { ...built.entry.module, default: keepTree } },
};
await createRequestHandler(build, "production")(new Request(url), context);
await services.db.destroy();
if (!tree) throw new Error("the marketplace was not rendered");
const entry = tree;
const texts = { locale: "pt", text: serverTexts.pt } as const;

listen((_request, response) => {
  const html = renderToString(
    <PageProvider value={page}>
      <TextsProvider value={texts}>
        <RemixServer context={entry} url={url} nonce={page.nonce} />
      </TextsProvider>
    </PageProvider>,
  );
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(`<!DOCTYPE html>${html}`);
});
