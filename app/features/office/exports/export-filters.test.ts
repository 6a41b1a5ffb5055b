import { expect, test } from "vitest";
import { exportFacts, exportParams, parseExportFilters, screenOf } from "./export-filters";

const batch = "7b0d9f5e-0f44-4c39-9a37-5a3b0a2f6d11";

test.each([
  ["creators", "", "/admin/dashboard?tab=creators"],
  ["consumers", "q=jo%C3%A3o&order=oldest", "/admin/consumers?q=jo%C3%A3o&order=oldest"],
  ["sales", "", "/admin/sales"],
  [
    "sales",
    "q=kalimba&status=disputed&from=2026-11-01&to=2026-11-30",
    "/admin/sales?q=kalimba&status=disputed&from=2026-11-01&to=2026-11-30",
  ],
  ["sales", `method=pix&creator=${batch}`, `/admin/sales?method=pix&creator=${batch}`],
  ["audit", "", "/admin/audit"],
  ["audit", "q=ana&action=handleChanged", "/admin/audit?q=ana&action=handleChanged"],
  ["payouts", "", "/admin/payouts"],
  ["payouts", `batch=${batch}`, `/admin/payouts/${batch}`],
] as const)("the export %s with the query %j belongs to the screen %s", (kind, query, screen) => {
  const question = parseExportFilters(kind, new URLSearchParams(query));
  expect(screenOf(question)).toBe(screen);
  expect(parseExportFilters(kind, exportParams(question))).toEqual(question);
});

test.each(["sales", "payouts"] as const)(
  "an export of %s ignores the page's cursor and unknown parameters",
  (kind) => {
    const query = new URLSearchParams("after=1_2&status=nothing&batch=1%20OR%201&from=yesterday&tab=x");
    expect(String(exportParams(parseExportFilters(kind, query)))).toBe("");
  },
);

test("the audit log records the filters of an export", () => {
  const query = "q=kalimba&status=disputed&from=2026-11-01&to=2026-11-30&order=oldest";
  expect(exportFacts(parseExportFilters("sales", new URLSearchParams(query)))).toEqual({
    search: "kalimba",
    filter: "disputed",
    from: "2026-11-01",
    to: "2026-11-30",
    order: "oldest",
  });
});
