import type { ColourToken } from "~/brand";

/** On the bird's grid, in place of the closed one. */
export const openBeak =
  "M12.2 14.6 3.1 13.500C1.8 13.3 1.500 14.700 2.6 15.400L10.700 21zM10.500 21.400 4.700 24.300C3.700 24.800 3.900 26.200 5 26.200L11.100 27z";

/** From the beak to the left edge of a drawing of 1280 × 1000. */
export const stavePath = [0, 1, 2, 3, 4]
  .map(
    (n) =>
      `M870 ${514 + n}C790 ${524 + 2 * n} 735 ${566 + 8 * n} 640 ${606 + 15 * n}S430 ${676 + 24 * n} 253 ${694 + 28 * n}-150 ${690 + 36 * n}-900 ${640 + 40 * n}`,
  )
  .join("");

/** Bottom layer first. `line`: stroke width; otherwise filled. */
export const branchShapes: readonly { token: ColourToken; path: string; line?: number }[] = [
  {
    token: "bird-back",
    line: 13,
    path: "M703 844C810 814 900 801 1000 794S1190 786 1300 742 1700 620 1980 560",
  },
  { token: "bird-back", line: 7, path: "M795 815c-16-14-32-24-52-31M1197 784c18 8 34 16 60 30" },
  {
    token: "bird-back",
    path: "M745 787c-26-1-48-16-50.500-38 24 0 46 14 50.500 38zM877 813c-8 18-28 31-55 26.500 4-16 10-24 16-27zM1132 791c4 20 24 39 54 35-2-16-10-30-23-38zM1257 812c8 18 24 34 56 36-2-24-30-38-56-36z",
  },
  {
    token: "bird-breast",
    path: "M1200 741m-15 0a15 15 0 1 0 30 0 15 15 0 1 0-30 0M1238 811m-20 0a20 20 0 1 0 40 0 20 20 0 1 0-40 0",
  },
  {
    token: "bird-beak",
    path: "M1195 736m-3.500 0a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0M1231 804m-4.500 0a4.500 4.500 0 1 0 9 0 4.500 4.500 0 1 0-9 0",
  },
  { token: "bird-beak", line: 7.5, path: "M1008 745l-6.500 51m49-54v50" },
];

/** Origin and scale of the bird's grid. */
export const birdPlace = { x: 806, y: 391, scale: 6.3 };

export const sun = { x: 1046, y: 571, inner: 212, outer: 293 };
