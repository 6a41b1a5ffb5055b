import { randomBytes } from "node:crypto";

export const password = "uma senha longa";

/** Nobody meets anyone else's: each test makes its own people. */
export function newPerson(role: "creator" | "learner") {
  const tag = randomBytes(5).toString("hex");
  const fullName = role === "creator" ? "Beatriz Ramalho" : "Otávio Nunes";
  return { fullName, email: `${role}-${tag}@sabia.example`, password };
}

/** Says that this visitor comes from an address of their own, as the proxy in front of the server would say it. */
export function fromOwnAddress(): { "X-Forwarded-For": string } {
  const [a, b, c] = randomBytes(3);
  return { "X-Forwarded-For": `10.${a}.${b}.${c}` };
}

/** A title that no other test has, so that a search finds this video alone. */
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
