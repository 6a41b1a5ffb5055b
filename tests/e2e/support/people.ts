import { randomBytes } from "node:crypto";

export const password = "uma senha longa";

/** Each test creates its own people. */
export function newPerson(role: "creator" | "learner") {
  const tag = randomBytes(5).toString("hex");
  const fullName = role === "creator" ? "Beatriz Ramalho" : "Otávio Nunes";
  return { fullName, email: `${role}-${tag}@sabia.example`, password };
}

/** Returns headers that make a visitor's address its own, as the trusted proxy would. */
export function fromOwnAddress(): { "X-Forwarded-For": string } {
  const [a, b, c] = randomBytes(3);
  return { "X-Forwarded-For": `10.${a}.${b}.${c}` };
}

/** A unique title, so that a search finds only this video. */
export function newTitle(about = "Violão para iniciantes"): string {
  return `${about} ${randomBytes(4).toString("hex")}`;
}

export const payout = {
  country: "Brasil",
  currency: "BRL",
  pixKey: "beatriz@sabia.example",
  bankName: "Banco do Brasil",
  bankAccount: "0001 / 12345-6",
};
