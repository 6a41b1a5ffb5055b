import { describe, expect, it } from "vitest";
import { brandColours, brandStyles, type ColourToken } from "~/brand";
import { contrast } from "./contrast";

/** Text and the grounds it stands on: 4.5 (WCAG 2.2, 1.4.3). */
const texts: [ColourToken, ColourToken[]][] = [
  ["ink", ["canvas", "surface", "sunken", "raised", "line"]],
  ["ink-soft", ["canvas", "surface", "sunken"]],
  ["ink-faint", ["canvas", "surface", "sunken"]],
  ["primary", ["canvas", "surface"]],
  ["primary-strong", ["canvas", "surface"]],
  ["on-primary", ["primary", "primary-strong"]],
  ["on-primary-soft", ["primary-soft"]],
  ["on-forest", ["forest", "forest-strong"]],
  ["danger-ink", ["canvas", "surface"]],
  ["on-danger", ["danger", "danger-strong"]],
  ["on-danger-soft", ["danger-soft"]],
  ["on-success-soft", ["success-soft"]],
  ["on-warn-soft", ["warn-soft"]],
  ["on-info-soft", ["info-soft"]],
];

/** Edges of controls, focus rings, what a drawing needs to be understood: 3 (WCAG 2.2, 1.4.11). */
const shapes: [ColourToken, ColourToken[]][] = [
  ["line-strong", ["canvas", "surface"]],
  ["danger-ink", ["canvas", "surface"]],
  ["primary", ["canvas", "surface", "primary-soft"]],
  [
    "focus",
    ["canvas", "surface", "sunken", "primary-soft", "danger-soft", "info-soft", "success-soft", "warn-soft"],
  ],
  ["on-forest", ["forest"]],
  ["bird-back", ["canvas", "surface", "primary-soft"]],
  ["bird-breast", ["canvas", "surface"]],
];

const pairs = (table: [ColourToken, ColourToken[]][]) =>
  table.flatMap(([front, grounds]) => grounds.map((ground) => ({ front, ground })));

describe.each(["light", "dark"] as const)("%s colours", (scheme) => {
  const colours = brandColours[scheme];

  it.each(pairs(texts))("$front is readable on $ground", ({ front, ground }) => {
    expect(contrast(colours[front], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(shapes))("$front stands out from $ground", ({ front, ground }) => {
    expect(contrast(colours[front], colours[ground])).toBeGreaterThanOrEqual(3);
  });
});

it("computes the ratios of the WCAG's own examples", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#ffffff", "#777777")).toBeCloseTo(4.48, 2);
});

it("states every colour of both schemes as a custom property", () => {
  const [light = "", dark = ""] = brandStyles().split("@media (prefers-color-scheme:dark)");
  for (const [token, colour] of Object.entries(brandColours.light))
    expect(light).toContain(`--${token}:${colour}`);
  for (const [token, colour] of Object.entries(brandColours.dark))
    expect(dark).toContain(`--${token}:${colour}`);
});
