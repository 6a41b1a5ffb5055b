import { expect, test } from "vitest";
import {
  certificatePath,
  isDeclared,
  linkedInPath,
  listProgramme,
  makeCertificateCode,
  mayCorrectName,
  readCertificateCode,
  writeCertificateCode,
} from "./certificate-rules";

test("a code has a character for each byte, and is read as it is printed", () => {
  const code = makeCertificateCode(new Uint8Array([0, 31, 32, 255, 10, 11, 12, 13, 14, 15, 16, 17, 18]));
  expect(code).toBe("0Z0ZABCDEFGH");
  expect(writeCertificateCode(code)).toBe("0Z0Z-ABCD-EFGH");
  expect(certificatePath(code)).toBe("/certificates/0Z0Z-ABCD-EFGH");
  expect(readCertificateCode(writeCertificateCode(code))).toBe(code);
});

test.each([
  ["small letters and spaces", " 0z0z abcd efgh ", "0Z0ZABCDEFGH"],
  ["letters that look like digits", "OZOZ-ABCD-EFGI", "0Z0ZABCDEFG1"],
  ["a character too few", "0Z0Z-ABCD-EFG", undefined],
  ["a character too many", "0Z0Z-ABCD-EFGHJ", undefined],
  ["a letter that no code has", "0Z0Z-ABCD-EFGU", undefined],
  ["another script", "0Z0Z-ABCD-EFGé", undefined],
  ["nothing", undefined, undefined],
])("a typed code with %s is read", (_, typed, code) => {
  expect(readCertificateCode(typed)).toBe(code);
});

test("a programme lists sections with their lessons, or the lessons of a course without sections", () => {
  const one = { section: "", title: "Afinar" };
  expect(listProgramme([one])).toEqual([{ title: "Afinar", lessons: 0 }]);
  const part = (section: string) => ({ section, title: "Aula" });
  expect(listProgramme([one, part("Ritmo"), part("Ritmo"), part("Roda")])).toEqual([
    { title: "Afinar", lessons: 0 },
    { title: "Ritmo", lessons: 2 },
    { title: "Roda", lessons: 1 },
  ]);
});

test("LinkedIn's form is filled in by the address", () => {
  const url = "https://sabia.example/certificates/7K3M";
  const filled = {
    course: "Violão & canto",
    organization: "Sabiá",
    issued: ["2026", "09"],
    url,
    code: "7K3M",
  };
  expect(linkedInPath(filled)).toBe(
    "https://www.linkedin.com/profile/add?startTask=CERTIFICATION_NAME&name=Viol%C3%A3o+%26+canto&organizationName=Sabi%C3%A1&issueYear=2026&issueMonth=9&certUrl=https%3A%2F%2Fsabia.example%2Fcertificates%2F7K3M&certId=7K3M",
  );
});

const corrected = new Date("2026-05-01T12:00:00Z");

test.each([
  [true, null, true],
  [true, corrected, false],
  [false, null, false],
  [false, corrected, false],
])(
  "the name on a certificate, valid: %s, corrected: %s, may be corrected: %s",
  (isValid, correctedAt, may) => {
    expect(mayCorrectName({ isValid, correctedAt })).toBe(may);
  },
);

const hour = { seconds: 3600, watchedSeconds: 2880 };
const now = new Date("2026-11-28T12:00:00Z");
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  ["80 % of each lesson was watched", [hour, hour], before(60), false],
  ["a lesson was watched for less", [hour, { ...hour, watchedSeconds: 2879 }], before(600), true],
  ["a lesson was only marked as completed", [hour, { ...hour, watchedSeconds: 0 }], before(600), true],
  ["a lesson of unknown length was watched", [{ seconds: null, watchedSeconds: 5 }], before(600), false],
  ["more is reported than can have been watched since", [hour, hour], before(30), true],
  ["there is no lesson", [], before(600), true],
  ["the access is unknown", [hour], undefined, true],
] as const)("whether a completion is declared if %s", (_, lessons, firstAccess, declared) => {
  expect(isDeclared(lessons, { firstAccess, now })).toBe(declared);
});
