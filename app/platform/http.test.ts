import { expect, test } from "vitest";
import { findKnownTag } from "./http";

test.each([
  ['"abc-br"', '"abc-br"'],
  ['W/"abc-gzip"', 'W/"abc-gzip"'],
  ['"other-br", "abc-identity"', '"abc-identity"'],
  ['"abcd-br"', undefined],
  ['"abc-"', undefined],
  ['"abc-br-and-more"', undefined],
  ['"abc-zstd"', undefined],
  ['"abc-br', undefined],
  ['"abc-<script>"', undefined],
  ["*", '"abc-br"'],
  [" * ", '"abc-br"'],
  ['*, "other"', undefined],
  [undefined, undefined],
])("the If-None-Match %s matches $1", (header, tag) => {
  expect(findKnownTag(header, ['"abc-br"', '"abc-gzip"', '"abc-identity"'])).toBe(tag);
});
