import { expect, test } from "vitest";
import { attachmentNameMax, cleanAttachmentName } from "./attachment-rules";

test.each([
  ["moldes-da-barra.pdf", "moldes-da-barra"],
  ["Exercícios da aula 2.PDF", "Exercícios da aula 2"],
  ["C:\\Users\\ana\\moldes.zip", "moldes"],
  ["../../etc/passwd", "passwd"],
  ["fatura\u202Efdp.zip", "fatura fdp"],
  ["  a\n\tb  ", "a b"],
  ["v1.2 final.png", "v1.2 final"],
])("the attachment name %j is stored as %j", (typed, name) => {
  expect(cleanAttachmentName(typed)).toBe(name);
});

test.each(["", ".pdf", "...", " \u200b ", "folder/"])("%j is not an attachment name", (typed) => {
  expect(cleanAttachmentName(typed)).toBeUndefined();
});

test("a long attachment name is truncated between characters", () => {
  const name = cleanAttachmentName("🎵".repeat(100)) ?? "";
  expect([...name]).toHaveLength(attachmentNameMax);
});
