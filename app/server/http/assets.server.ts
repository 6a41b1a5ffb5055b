import { readdirSync } from "node:fs";
import { extname } from "node:path";
import express, { type RequestHandler } from "express";

/** What the build compressed beforehand, the smaller first (dev/compress-assets.ts). */
const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
];

/**
 * Serves the build's hashed files, for a year, compressed as the browser takes them. Takes their folder, whose files
 * do not change while the server runs; mount it where they are to be found. What it does not have passes on.
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
