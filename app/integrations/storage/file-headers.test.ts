import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveRange } from "./file-headers";

test("every parsed byte range lies within the length, for any header", () => {
  const header = fc.oneof(
    fc.string(),
    fc.string().map((text) => `bytes=${text}`),
    fc.stringMatching(/^bytes=[0-9, -]{0,20}$/),
  );
  fc.assert(
    fc.property(header, fc.nat(2000), (text, length) => {
      const resolved = resolveRange(text, length);
      if (resolved === undefined || resolved === `bytes=${length}-`) return;
      for (const spec of resolved.slice("bytes=".length).split(",")) {
        const [, start, end] = /^(\d+)-(\d+)$/.exec(spec) ?? [];
        expect(Number(start)).toBeLessThanOrEqual(Number(end));
        expect(Number(end)).toBeLessThan(length);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a well-formed byte range has the meaning of RFC 9110", () => {
  const bound = fc.nat(3000);
  fc.assert(
    fc.property(bound, bound, fc.integer({ min: 1, max: 2000 }), (first, last, length) => {
      const whole = first === 0 && last >= length - 1;
      const end = Math.min(last, length - 1);
      const expected =
        last < first ? undefined : first >= length ? `bytes=${length}-` : `bytes=${first}-${end}`;
      expect(resolveRange(`bytes=${first}-${last}`, length)).toBe(whole ? `bytes=0-${length - 1}` : expected);

      const suffix = last === 0 ? `bytes=${length}-` : `bytes=${Math.max(0, length - last)}-${length - 1}`;
      expect(resolveRange(`bytes=-${last}`, length)).toBe(suffix);

      const open = first < length ? `bytes=${first}-${length - 1}` : `bytes=${length}-`;
      expect(resolveRange(`bytes=${first}-`, length)).toBe(open);
    }),
  );
});
