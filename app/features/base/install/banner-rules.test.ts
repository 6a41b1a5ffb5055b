import { expect, test } from "vitest";
import { decideBanner, isIos } from "./banner-rules";

const facts = { standalone: false, dismissed: false, ios: false, offered: false, waited: false };

test.each([
  ["nothing known yet", facts, "hidden"],
  ["the browser offers it", { ...facts, offered: true }, "installButton"],
  ["no offer, but time has passed", { ...facts, waited: true }, "installButton"],
  ["an iPhone at once", { ...facts, ios: true }, "iosSteps"],
  ["an iPhone that runs it as an app", { ...facts, ios: true, standalone: true }, "hidden"],
  ["already an app", { ...facts, offered: true, standalone: true }, "hidden"],
  ["dismissed", { ...facts, offered: true, waited: true, dismissed: true }, "hidden"],
  ["dismissed on an iPhone", { ...facts, ios: true, dismissed: true }, "hidden"],
] as const)('the install banner for the case "%s" is $2', (_, given, banner) => {
  expect(decideBanner(given)).toBe(banner);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5, true],
  ["Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X)", 5, true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5, true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 0, false],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9)", 5, false],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", 10, false],
])("the user agent %s with %s touch points is on iOS: %s", (userAgent, touchPoints, ios) => {
  expect(isIos(userAgent, touchPoints)).toBe(ios);
});
