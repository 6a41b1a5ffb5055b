import { expect, test } from "vitest";
import {
  type JudgedPost,
  mayAsk,
  mayChange,
  type PostChange,
  type QuestionRole,
  questionRoles,
} from "./questions-view";

test.each([
  ["owner", "owner"],
  ["bought", "learner"],
  ["login", undefined],
  ["notFound", undefined],
  ["encoding", undefined],
  ["disputed", undefined],
  ["processing", undefined],
  ["mustBuy", undefined],
] as const)("a viewer with the access %s has the role %s in the questions", (access, role) => {
  expect(questionRoles[access]).toBe(role);
});

test("learners and visitors may ask, and the creator may not", () => {
  expect([mayAsk("learner"), mayAsk("visitor"), mayAsk("owner")]).toEqual([true, true, false]);
});

const question: JudgedPost = { isAnswer: false, isOwn: false, hiddenBy: null, beforePurchase: false };
const before: JudgedPost = { ...question, beforePurchase: true };
const answer: JudgedPost = { ...question, isAnswer: true };
const changes: PostChange[] = ["answer", "solve", "pin", "hide", "restore", "withdraw", "report"];

test.each([
  ["a learner", "learner", "another's question", question, ["answer", "report"]],
  [
    "a learner",
    "learner",
    "their own question",
    { ...question, isOwn: true },
    ["answer", "solve", "withdraw"],
  ],
  ["a learner", "learner", "another's answer", answer, ["report"]],
  ["a learner", "learner", "their own answer", { ...answer, isOwn: true }, ["withdraw"]],
  [
    "a learner",
    "learner",
    "their own question that is hidden",
    { ...question, isOwn: true, hiddenBy: "creator" },
    ["withdraw"],
  ],
  ["a learner", "learner", "a hidden question", { ...question, hiddenBy: "creator" }, []],
  ["a visitor", "visitor", "another's question before buying", before, ["report"]],
  ["a visitor", "visitor", "their own question before buying", { ...before, isOwn: true }, ["withdraw"]],
  ["the creator", "owner", "a question before buying", before, ["answer", "pin", "hide", "report"]],
  ["the creator", "owner", "a question", question, ["answer", "solve", "pin", "hide", "report"]],
  ["the creator", "owner", "an answer", answer, ["hide", "report"]],
  ["the creator", "owner", "their own answer", { ...answer, isOwn: true }, ["withdraw"]],
  ["the creator", "owner", "a question that they hid", { ...question, hiddenBy: "creator" }, ["restore"]],
  [
    "the creator",
    "owner",
    "a question that an administrator hid",
    { ...question, hiddenBy: "administrator" },
    [],
  ],
] as [string, QuestionRole, string, JudgedPost, PostChange[]][])(
  "%s (%s) may do with %s exactly what the rule lists",
  (_, role, __, post, allowed) => {
    expect(changes.filter((change) => mayChange(change, role, post))).toEqual(allowed);
  },
);
