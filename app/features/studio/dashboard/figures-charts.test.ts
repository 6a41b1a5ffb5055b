import { expect, test } from "vitest";
import { drawFunnel } from "./figures-charts";

test("each step of the funnel begins with the height of its number and ends with that of the next", () => {
  expect(drawFunnel([100, 50])).toEqual([
    "M0 0C250 0 250 35 500 35V105C250 105 250 140 0 140Z",
    "M500 35C750 35 750 35 1000 35V105C750 105 750 105 500 105Z",
  ]);
});

test("a small number of the funnel stays visible, and zero draws nothing", () => {
  expect(drawFunnel([10_000, 1, 0]).slice(1)).toEqual([
    "M333.3 68C500 68 500 70 666.7 70V70C500 70 500 72 333.3 72Z",
    "M666.7 70C833.4 70 833.4 70 1000 70V70C833.4 70 833.4 70 666.7 70Z",
  ]);
  expect(drawFunnel([0, 0])[0]).toBe("M0 70C250 70 250 70 500 70V70C250 70 250 70 0 70Z");
});
