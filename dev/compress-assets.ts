/** At the highest level; for `npm start` at one that takes a hundredth of the time. Fonts are compressed already. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = "build/client/assets";
const quick = Boolean(process.env.QUICK_BUILD);
const brotliQuality = quick ? 5 : constants.BROTLI_MAX_QUALITY;
const gzipLevel = quick ? constants.Z_BEST_SPEED : constants.Z_BEST_COMPRESSION;

for (const name of readdirSync(folder)) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const file = join(folder, name);
  const content = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: gzipLevel }));
}
