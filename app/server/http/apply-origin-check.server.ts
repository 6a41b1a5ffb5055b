import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import type { Log } from "~/platform/log.server";
import { isFromOurPages } from "./origin-check";
import { requestFacts } from "./request-log.server";

export function refuseCrossSite(
  appOrigin: string,
  { log, addressOf }: { log: Log; addressOf: (req: IncomingMessage) => string },
): RequestHandler {
  return (req, res, next) => {
    const facts = {
      method: req.method,
      path: req.path,
      origin: req.headers.origin,
      secFetchSite: req.headers["sec-fetch-site"] as string | undefined,
    };
    if (isFromOurPages(facts, appOrigin)) return next();
    const from = { origin: facts.origin?.slice(0, 200), secFetchSite: facts.secFetchSite?.slice(0, 40) };
    log.warn(
      { security: "crossSiteRefused", address: addressOf(req), req: requestFacts(res), ...from },
      "crossSiteRefused",
    );
    res
      .status(403)
      .type("text")
      .send(
        "Este pedido não veio das nossas páginas. Abra a página de novo e repita.\n" +
          "This request did not come from our pages. Open the page again and repeat.\n",
      );
  };
}
