import { expect, test } from "vitest";
import { detectEvidenceType, parseFileField, parseStoredFiles } from "./evidence-files";

test.each([
  ["%PDF-1.7 …", "application/pdf"],
  ["\u00ff\u00d8\u00ff\u00e0", "image/jpeg"],
  ["\u0089PNG\r\n\u001a\n…", "image/png"],
  ["%PDF", undefined],
  ["GIF89a", undefined],
  ["<svg>", undefined],
  ["", undefined],
])("a file that begins with %j is of the type %s", (text, type) =>
  expect(detectEvidenceType(Buffer.from(text, "latin1"))).toBe(type),
);

test("only the provider's fields for files are read", () => {
  expect(parseFileField("receipt")).toBe("receipt");
  expect(parseFileField("uncategorized_text")).toBeUndefined();
  expect(parseFileField(undefined)).toBeUndefined();
  const receipt = { id: "file_1", name: "recibo.pdf", type: "application/pdf", bytes: 9 } as const;
  expect(parseStoredFiles({ receipt })).toEqual({ receipt });
  expect(parseStoredFiles(undefined)).toEqual({});
  expect(() => parseStoredFiles({ uncategorized_text: receipt })).toThrow();
});
