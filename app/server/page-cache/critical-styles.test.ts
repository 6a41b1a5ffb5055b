import { expect, test } from "vitest";
import { createStylePicker } from "./critical-styles.server";

const css = [
  "/*! a note; {} */@layer theme,base,utilities;",
  '@font-face{font-family:"A;}";src:url("a.woff2")}',
  '@property --x{syntax:"<length>";inherits:false}',
  "@layer base{a{color:red}h1,.plain{margin:0}}",
  "@layer utilities{.flex{display:flex}.sm\\:p-0\\.5{padding:0}.w-\\[3px\\]{width:3px}.\\32 xl{top:0}",
  ".group:hover .inner:not(.off){top:1px}.\\[a\\&\\]\\:hover\\:b:is(a):hover{top:2px}",
  "@media (min-width:40rem){.a,.b{top:3px}.c{top:4px}}@media print{.d{top:5px}}}",
].join("");
const pick = createStylePicker(css);
const page = (classes: string) => `<p class="${classes}">class="z"</p>`;

test("a page gets the rules without classes, in their order", () => {
  expect(pick(page(""))).toBe(
    [
      "@layer theme,base,utilities;",
      '@font-face{font-family:"A;}";src:url("a.woff2")}',
      '@property --x{syntax:"<length>";inherits:false}',
      "@layer base{a{color:red}h1,.plain{margin:0}}@layer utilities{}",
    ].join(""),
  );
});

test.each([
  ["flex", ".flex{display:flex}"],
  ["sm:p-0.5", ".sm\\:p-0\\.5{padding:0}"],
  ["w-[3px]", ".w-\\[3px\\]{width:3px}"],
  ["2xl", ".\\32 xl{top:0}"],
  ["group inner", ".group:hover .inner:not(.off){top:1px}"],
  ["[a&amp;]:hover:b", ".\\[a\\&\\]\\:hover\\:b:is(a):hover{top:2px}"],
  ["b", "@media (min-width:40rem){.a,.b{top:3px}}"],
])("an element of class %j gets its rules", (classes, rules) => {
  expect(pick(page(classes))).toContain(`@layer utilities{${rules}}`);
});

test("a rule for two classes is left out where only one of them is in the page", () => {
  expect(pick(page("inner"))).not.toContain(".inner");
});

test("the layers of a page have the order of the stylesheet's, also after a comment and where nothing of one is needed", () => {
  const picked = createStylePicker(
    "/*! made by a.b {} */@layer first{*{top:0}}@layer second{.s{top:1px}}@layer first{.f{top:2px}}",
  )(page("f"));
  expect(picked).toBe("@layer first{*{top:0}}@layer second{}@layer first{.f{top:2px}}");
});
