import { expect, test } from "vitest";
import { listPayoutProblems } from "./payout-form";

type Form = Parameters<typeof listPayoutProblems>[0];

const empty: Omit<Form, "paymentMethod"> = {
  pixKey: "",
  bankName: "",
  bankAccount: "",
  cardNumber: "",
  cardHolderName: "",
};

test.each<[Partial<Form> & Pick<Form, "paymentMethod">, boolean, string[]]>([
  [{ paymentMethod: "pix" }, false, ["pixKey"]],
  [{ paymentMethod: "pix", pixKey: "a@example.com" }, false, []],
  [{ paymentMethod: "bank" }, false, ["bankName", "bankAccount"]],
  [{ paymentMethod: "bank", bankName: "Banco", bankAccount: "1-2" }, false, []],
  [{ paymentMethod: "bank", bankBranch: "" }, false, []],
  [{ paymentMethod: "card" }, false, ["cardHolderName", "cardNumber"]],
  [{ paymentMethod: "card", cardHolderName: "Bia" }, true, []],
  [{ paymentMethod: "card", cardHolderName: "Bia", cardNumber: "12" }, true, ["cardNumber"]],
])("payout details %j (card stored: %s) lack %j", (typed, cardKept, lacking) => {
  const problems = listPayoutProblems({ ...empty, ...typed }, { cardKept });
  expect(problems.map(({ field }) => field)).toEqual(lacking);
});
