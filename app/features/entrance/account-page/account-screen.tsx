import { useNavigation } from "@remix-run/react";
import { AccountPageTexts } from "~/features/accounts/accounts/account-page-texts";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import type { ActionResult } from "~/platform/forms/action-result.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { useLatestResultOnly } from "~/ui/forms/latest-result";
import { AccountSections } from "./account-sections";
import type { AccountView } from "./show-account.server";

interface AccountScreenProps {
  shown: AccountView & { proofNeeded: boolean };
  answered: ActionResult | null | undefined;
}

/** The page of the account. An answer appears beside the form that it belongs to. */
export function AccountScreen(props: AccountScreenProps) {
  return (
    <AccountPageTexts>
      <Screen {...props} />
    </AccountPageTexts>
  );
}

/** Inside the page's texts, in which the answer to a form is. */
function Screen({ shown, answered }: AccountScreenProps) {
  const intent = answered?.done === false ? answered.problem.values.intent : undefined;
  const ofMail = intent === "send-confirmation";
  const ofSessions = intent === "end-session" || intent === "end-others";
  const results = {
    mail: useActionResult(ofMail ? answered : undefined),
    sessions: useActionResult(ofSessions ? answered : undefined),
    password: useActionResult(ofMail || ofSessions ? undefined : answered),
  };
  useLatestResultOnly(useNavigation().state === "submitting");
  return (
    <ShopPage width="narrow" className="pt-4 pb-8 sm:pt-6 sm:pb-12">
      <AccountSections shown={shown} results={results} />
    </ShopPage>
  );
}
