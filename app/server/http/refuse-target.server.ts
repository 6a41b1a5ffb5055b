import type { RequestHandler } from "express";
import { decideTargetRefusal } from "./request-target";

/** Answers 400 or 405 to what `decideTargetRefusal` refuses; everything else passes on. */
export const refuseTarget: RequestHandler = (req, res, next) => {
  const status = decideTargetRefusal(req.method, req.originalUrl);
  if (status === undefined) return next();
  if (status === 405) res.set("Allow", "GET, HEAD, POST");
  res.status(status).type("text").send("Pedido inválido.\nInvalid request.\n");
};
