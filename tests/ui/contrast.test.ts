import { describe, expect, it } from "vitest";
import { brandColours, brandStyles, type ColourToken } from "~/brand";
import { contrast, mix } from "./contrast";

/** Text on its backgrounds: 4.5 (WCAG 2.2, 1.4.3). */
const texts: [ColourToken, ColourToken[]][] = [
  ["ink", ["canvas", "surface", "sunken", "raised", "line", "dawn", "sun"]],
  ["ink-soft", ["canvas", "surface", "sunken", "dawn"]],
  ["canvas", ["ink", "ink-soft"]],
  ["ink-faint", ["canvas", "surface", "sunken"]],
  ["primary", ["canvas", "surface", "sunken"]],
  ["primary-strong", ["canvas", "surface"]],
  ["on-primary", ["primary", "primary-strong"]],
  ["on-primary-soft", ["primary-soft"]],
  ["on-forest", ["forest", "forest-strong"]],
  ["forest-ink", ["canvas", "surface", "sunken", "dawn"]],
  ["forest", ["on-forest"]],
  ["danger-ink", ["canvas", "surface"]],
  ["on-danger", ["danger", "danger-strong"]],
  ["on-danger-soft", ["danger-soft"]],
  ["on-success-soft", ["success-soft"]],
  ["on-warn-soft", ["warn-soft"]],
  ["on-info-soft", ["info-soft"]],
];

/** Edges of controls, focus rings, essential parts of drawings: 3 (WCAG 2.2, 1.4.11). */
const shapes: [ColourToken, ColourToken[]][] = [
  ["line-strong", ["canvas", "surface"]],
  ["danger-ink", ["canvas", "surface"]],
  ["primary", ["canvas", "surface", "primary-soft"]],
  [
    "focus",
    [
      "canvas",
      "surface",
      "sunken",
      "dawn",
      "primary-soft",
      "danger-soft",
      "info-soft",
      "success-soft",
      "warn-soft",
    ],
  ],
  ["on-forest", ["forest"]],
  ["rating-edge", ["canvas", "surface"]],
  ["forest-ink", ["canvas", "sunken"]],
  ["jabuticaba", ["canvas", "surface", "dawn"]],
  ["bird-back", ["canvas", "surface", "primary-soft", "dawn", "sun"]],
  ["bird-breast", ["canvas", "surface"]],
];

const pairs = (table: [ColourToken, ColourToken[]][]) =>
  table.flatMap(([front, grounds]) => grounds.map((ground) => ({ front, ground })));

describe.each(["light", "dark"] as const)("the %s colours", (scheme) => {
  const colours = brandColours[scheme];

  it.each(pairs(texts))("have a readable $front on $ground", ({ front, ground }) => {
    expect(contrast(colours[front], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(shapes))("make $front stand out from $ground", ({ front, ground }) => {
    expect(contrast(colours[front], colours[ground])).toBeGreaterThanOrEqual(3);
  });
});

it.each(["light", "dark"] as const)("text on a picture is readable on the lightest one in %s", (scheme) => {
  const colours = brandColours[scheme];
  expect(contrast(colours["on-picture"], mix(colours["over-picture"], "#ffffff"))).toBeGreaterThanOrEqual(10);
});

it("every colour of both schemes is a custom property", () => {
  const [light = "", dark = ""] = brandStyles().split("@media screen and (prefers-color-scheme:dark)");
  for (const [token, colour] of Object.entries(brandColours.light))
    expect(light).toContain(`--${token}:${colour}`);
  for (const [token, colour] of Object.entries(brandColours.dark))
    expect(dark).toContain(`--${token}:${colour}`);
});
