import { expect, test } from "vitest";
import { parseNewPasskey, parseSignedAnswer } from "./passkey-limits";

const credential = { id: "aGk", rawId: "aGk", type: "public-key" };
const signed = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
const made = { clientDataJSON: "e30", attestationObject: "AA" };

test("a passkey response is parsed, with defaults for what the browser omits", () => {
  expect(parseSignedAnswer(JSON.stringify({ ...credential, response: signed }))).toMatchObject({
    id: "aGk",
    response: signed,
    clientExtensionResults: {},
  });
  expect(parseNewPasskey(JSON.stringify({ ...credential, response: made }))).toMatchObject({
    response: { ...made, transports: [] },
  });
});

test.each([
  undefined,
  "",
  "{",
  "null",
  "[]",
  JSON.stringify(credential),
  JSON.stringify({ ...credential, id: "a b", response: signed }),
  JSON.stringify({ ...credential, id: "", response: signed }),
  JSON.stringify({ ...credential, id: "a".repeat(1401), response: signed }),
  JSON.stringify({ ...credential, type: "password", response: signed }),
  JSON.stringify({ ...credential, response: { ...signed, signature: 1 } }),
])("%s is not a passkey response", (sent) => {
  expect(parseSignedAnswer(sent)).toBeUndefined();
  expect(parseNewPasskey(sent)).toBeUndefined();
});
