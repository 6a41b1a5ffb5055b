import { expect, test } from "vitest";
import {
  findNextUnpaid,
  isShownBy,
  orderByAmount,
  parseBatchView,
  selectRows,
  type TableRow,
  writeBatchView,
} from "./batch-view";

const row = (id: string, change: Partial<TableRow> = {}): TableRow => ({
  id,
  name: `Criadora ${id}`,
  cents: 10_000,
  destination: `${id}@pix.example`,
  status: "prepared",
  unusual: false,
  ...change,
});
const rows = [
  row("a", { name: "Inês Gonçalves", cents: 5_000 }),
  row("b", { name: "Bruno", cents: 124_784, status: "paid" }),
  row("c", { name: "Álvaro", cents: 50_150, unusual: true }),
  row("d", { name: "Zilda", cents: 90_000, status: "failed" }),
  row("e", { name: "Caio", cents: 80_000, status: "returned", unusual: true }),
];
const plain = { show: "all", sort: "amount", q: "", rows: "first" } as const;
const shown = (view: Partial<Parameters<typeof selectRows>[1]>) =>
  selectRows(rows, { ...plain, ...view })
    .map(({ id }) => id)
    .join("");

test("unpaid payouts come first, then the highest amounts", () => expect(shown({})).toBe("cabde"));

test("a table by name lists unpaid payouts first too, and ignores accents", () => {
  expect(shown({ sort: "name" })).toBe("cabed");
});

test.each([
  ["todo", "ca"],
  ["paid", "b"],
  ["problem", "cde"],
] as const)("the filter %s shows %s", (show, ids) => expect(shown({ show })).toBe(ids));

test("a settled payout is not listed as a problem for being unusual", () => {
  expect(isShownBy("problem", { status: "paid", unusual: true })).toBe(false);
});

test.each([
  ["ines", "a"],
  ["GONÇALVES", "a"],
  ["c@pix", "c"],
  ["1.247,84", "b"],
  ["R$ 1247", "b"],
  ["501,5", "c"],
  ["501,51", ""],
  ["ninguém", ""],
])("the search %j finds %j", (q, ids) => expect(shown({ q })).toBe(ids));

test("the address of a table contains only what differs from the default, and ignores unknown values", () => {
  const asked = parseBatchView(new URLSearchParams("show=todo&sort=nothing&q=%20Ana%20&open=x"));
  expect(asked).toEqual({ show: "todo", sort: "amount", q: "Ana", rows: "first" });
  expect(writeBatchView(asked)).toBe("?show=todo&q=Ana");
  expect(writeBatchView(asked, { show: "all", q: "" })).toBe("");
  expect(writeBatchView(asked, { rows: "all" })).toBe("?show=todo&q=Ana&rows=all");
  expect(parseBatchView(new URLSearchParams("rows=all")).rows).toBe("all");
  expect(parseBatchView(new URLSearchParams({ q: "a".repeat(101) })).q).toBe("");
});

const payout = (id: string, amount_cents: number, status = "prepared") => ({ id, amount_cents, status });
const idsOf = (payouts: readonly { id: string }[]) => payouts.map(({ id }) => id).join("");

test("the highest amount is paid first; equal amounts keep the order of their ids", () => {
  const payouts = [payout("c", 100), payout("b", 300, "paid"), payout("d", 200), payout("a", 100)];
  expect(idsOf(orderByAmount(payouts))).toBe("bdac");
});

test.each([
  [undefined, "a"],
  ["a", "c"],
  ["c", "d"],
  ["b", "c"],
  ["d", "a"],
])("the next payout after %s is %s", (from, next) => {
  const ordered = [
    payout("a", 4),
    payout("b", 3, "paid"),
    payout("c", 2),
    payout("d", 1),
    payout("e", 1, "failed"),
  ];
  expect(findNextUnpaid(ordered, from)?.id).toBe(next);
});

test("the only unpaid payout and a settled batch have no next payout", () => {
  expect(findNextUnpaid([payout("a", 1, "paid"), payout("b", 1)], "b")).toBeUndefined();
  expect(findNextUnpaid([payout("a", 1, "paid")], undefined)).toBeUndefined();
  expect(findNextUnpaid([], undefined)).toBeUndefined();
});
