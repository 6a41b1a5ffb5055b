import { readdirSync } from "node:fs";
import { extname } from "node:path";
import express, { type RequestHandler } from "express";

/** Encodings compressed at build time, smallest first (dev/compress-assets.ts). */
const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
];

/**
 * Serves the build's hashed files, cached for a year, in the best encoding the browser accepts. The folder must not
 * change while the server runs. Other requests pass on.
 */
export function serveAssets(folder: string): RequestHandler {
  const names = new Set(readdirSync(folder));
  const files = express.static(folder, { immutable: true, maxAge: "365d", index: false, redirect: false });
  return (req, res, next) => {
    const name = req.path.slice(1);
    if (!names.has(name)) return next();
    const accepted = req.acceptsEncodings();
    const encoding = encodings.find(
      (known) => accepted.includes(known.name) && names.has(name + known.ending),
    );
    if (names.has(`${name}.gz`)) res.vary("Accept-Encoding");
    if (encoding) {
      res.setHeader("Content-Encoding", encoding.name);
      res.type(extname(name));
      req.url = req.url.replace(name, name + encoding.ending);
    }
    files(req, res, next);
  };
}
