import { expect, test } from "vitest";
import { parseChoices } from "./player-choices";
import { decidePlayerCommand, type FocusedPart } from "./player-commands";

const press = (key: string, focused: FocusedPart = "page", more = {}) =>
  decidePlayerCommand({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }, focused);

test.each([
  [" ", { do: "playOrPause" }],
  ["k", { do: "playOrPause" }],
  ["K", { do: "playOrPause" }],
  ["j", { do: "skip", seconds: -10 }],
  ["l", { do: "skip", seconds: 10 }],
  ["ArrowLeft", { do: "skip", seconds: -5 }],
  ["ArrowRight", { do: "skip", seconds: 5 }],
  ["f", { do: "fullScreen" }],
  ["c", { do: "captions" }],
  ["m", { do: "mute" }],
  [">", { do: "faster" }],
  ["<", { do: "slower" }],
  ["0", { do: "seek", share: 0 }],
  ["9", { do: "seek", share: 0.9 }],
])("%j controls the player", (key, command) => expect(press(key)).toEqual(command));

test.each(["ArrowUp", "ArrowDown", "Tab", "Enter", "Escape", "x", "ç", "F1", "constructor"])(
  "%j is left to the browser",
  (key) => expect(press(key)).toBeUndefined(),
);

test.each([" ", "k", "5", "ArrowLeft"])("the player ignores the key %j in a field", (key) =>
  expect(press(key, "field")).toBeUndefined(),
);

test("the player ignores only the space bar on a button", () => {
  expect(press(" ", "button")).toBeUndefined();
  expect(press("k", "button")).toEqual({ do: "playOrPause" });
});

test.each([" ", "ArrowLeft", "ArrowRight"])(
  "the player ignores the key %j on the browser's own controls",
  (key) => expect(press(key, "player")).toBeUndefined(),
);

test.each(["ctrlKey", "metaKey", "altKey"])("the player ignores shortcuts with %s", (modifier) =>
  expect(press("l", "page", { [modifier]: true })).toBeUndefined(),
);

const usual = {
  rate: 1,
  volume: 1,
  muted: false,
  captions: "",
  keys: true,
  quality: 0,
  next: true,
  wide: false,
};

test.each([
  null,
  "",
  "null",
  "7",
  "[]",
  "{",
  '{"rate":9,"volume":-1,"muted":"yes","captions":"../x","keys":1,"quality":481,"next":1,"wide":1}',
])("invalid stored player choices fall back to the defaults: %j", (stored) =>
  expect(parseChoices(stored)).toEqual(usual),
);

test("each stored player choice is parsed independently", () => {
  const chosen = {
    rate: 2.5,
    volume: 0.3,
    muted: true,
    captions: "pt",
    keys: false,
    quality: 360,
    next: false,
    wide: true,
  };
  expect(parseChoices(JSON.stringify(chosen))).toEqual(chosen);
  expect(parseChoices('{"rate":0.5,"volume":"1"}')).toEqual({ ...usual, rate: 0.5 });
});

test("people who save data begin with 360 lines until they choose; the sound alone is a choice", () => {
  expect(parseChoices('{"rate":2}', true).quality).toBe(360);
  expect(parseChoices('{"quality":0}', true).quality).toBe(0);
  expect(parseChoices('{"quality":-1}').quality).toBe(-1);
});
