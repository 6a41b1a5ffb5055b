import { expect, test } from "vitest";
import { listSources, readText } from "./sources";

/** Files of figures about their owner alone, which the page beside them shows as well. */
const own = [
  "app/routes/account/certificate-pdf.ts",
  "app/routes/account/receipt-pdf.ts",
  "app/routes/creator/figures-csv.ts",
  "app/routes/creator/payout-file.ts",
  "app/routes/creator/share-file.ts",
  "app/routes/creator/year-file.ts",
  "app/routes/learner/notes-file.ts",
  "app/routes/learner/transcript-pdf.ts",
];

const sends = /answerCsv|answerPdf|Content-Disposition/;
const asks = /await requireFreshProof\(\s*\{ request, context \},\s*\{\s*file: /;

test("a route that sends a file with personal data asks for a recent proof of identity", () => {
  const files = listSources("app/routes").filter((path) => sends.test(readText(path)));
  expect(files).toEqual(expect.arrayContaining([...own, "app/routes/admin/pay-csv.ts"]));
  const unasked = files.filter((path) => !asks.test(readText(path)));
  expect(unasked.sort()).toEqual(own);
});

test("a route that sends a file forbids its caching", () => {
  const files = listSources("app/routes").filter((path) => sends.test(readText(path)));
  expect(files.filter((path) => !/answerCsv\(|answerPdf\(|fileCaching/.test(readText(path)))).toEqual([]);
});
