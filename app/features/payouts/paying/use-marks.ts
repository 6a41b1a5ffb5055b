import { type KeyboardEvent, useEffect, useState } from "react";
import type { RowView } from "./load-batch-table.server";

/** The form to which the checkboxes of the rows belong. */
export const settleFormId = "settle";

/** Returns whether a row can be marked as paid. */
export const isMarkable = ({ status, stopped }: RowView) => status === "prepared" && !stopped;

/** Returns whether "Mark all" leaves a row out: it is to be checked, and marked by itself. */
export const isFlagged = (row: RowView) => isMarkable(row) && row.unusual;

const boxesIn = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLInputElement>('input[name="payoutId"][type="checkbox"]') ?? []),
];

/** Counts the marked rows; marks all that are not to be checked, or clears all. */
export function useMarks(table: { current: HTMLElement | null }, rows: readonly RowView[]) {
  const [chosen, setChosen] = useState({ count: 0, cents: 0, unflagged: 0 });
  const readMarks = () => {
    const marked = boxesIn(table.current).filter(({ checked }) => checked);
    setChosen({
      count: marked.length,
      cents: marked.reduce((sum, box) => sum + Number(box.dataset.cents), 0),
      unflagged: marked.filter((box) => box.dataset.flagged === undefined).length,
    });
  };
  const setAll = (checked: boolean) => {
    for (const box of boxesIn(table.current))
      if (!checked || box.dataset.flagged === undefined) box.checked = checked;
    readMarks();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows have other boxes
  useEffect(readMarks, [rows]);
  return { chosen, readMarks, setAll };
}

/** The arrow keys lead from one row's checkbox to the next. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLInputElement) || event.target.type !== "checkbox") return;
  const boxes = boxesIn(event.currentTarget);
  boxes[boxes.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}
