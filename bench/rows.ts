import type { AppUnderTest } from "./app-under-test";
import type { BareProcess } from "./bare-process";
import type { Measured } from "./load";

/** Of the printed table. */
export interface Row {
  what: string;
  app: string;
  bare?: string;
  result: string;
  bar?: string;
  times?: string;
}

/** What a part can use; ended with the run. */
export interface Bench {
  dir: string;
  /** One for all parts, started for the first that needs it. */
  theApp(): Promise<AppUnderTest>;
  startBare(kind: "pages" | "upload" | "range", ...words: string[]): Promise<BareProcess>;
}

/** `least`: ratio of the app's rate to the bare one's. */
export function loadRow(what: string, app: Measured, bare?: Measured, least?: number): Row {
  const side = ({ rate, processor }: Measured) =>
    `${Math.round(rate)}/s${processor ? `, ${processor.toFixed(processor < 1 ? 3 : 1)} ms each` : ""}`;
  const times = `${app.p50.toFixed(1)} / ${app.p99.toFixed(1)} ms`;
  if (!bare) return { what, app: side(app), result: `${Math.round(app.rate)}/s`, times };
  const ratio = ratioOf(app.rate, bare.rate, least);
  return { what, app: side(app), bare: side(bare), ...ratio, times };
}

export function ratioRow(
  what: string,
  { app, bare }: { app: number; bare: number },
  show: (value: number) => string,
  least?: number,
): Row {
  return { what, app: show(app), bare: show(bare), ...ratioOf(app, bare, least) };
}

function ratioOf(app: number, bare: number, least: number | undefined): Pick<Row, "result" | "bar"> {
  const ratio = app / bare;
  const result = ratio.toFixed(2);
  return least === undefined ? { result } : { result, bar: verdict(ratio >= least, `at least ${least}`) };
}

export function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

export const perSecond = (rate: number) => `${Math.round(rate)}/s`;

export function verdict(met: boolean, bar: string): string {
  return `${bar}: ${met ? "met" : "MISSED"}`;
}
