import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { ConfirmPanel } from "~/ui/dialog";
import { Field } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import type { PurchaseView } from "./show-purchases.server";

const whys = {
  waiting: "purchases.keyWhy",
  change: "purchases.keyChangeText",
  again: "purchases.withdrawNotSentKey",
} as const satisfies Record<string, MessageKey>;

interface RefundKeyQuestionProps {
  purchase: Pick<PurchaseView, "title" | "currency" | "keyNeed" | "keyGivenAt" | "keyCents"> & {
    paidTwice: boolean;
  };
  proofNeeded: boolean;
  result: FormFields;
}

export function RefundKeyQuestion({ purchase, proofNeeded, result }: RefundKeyQuestionProps) {
  const { title, currency, keyNeed, keyGivenAt, keyCents, paidTwice } = purchase;
  const t = useText();
  const locale = useLocale();
  const busy = useNavigation().state === "submitting";
  const back = useLinkTo()("/purchases").to;
  const amount = formatMoney(keyCents, currency, locale);
  if (!keyNeed)
    return (
      <ConfirmPanel
        title={t("purchases.keyNotNeededTitle")}
        description={<p>{t("purchases.keyNotNeeded")}</p>}
        cancelLabel={t("common.back")}
        cancelTo={back}
      >
        {null}
      </ConfirmPanel>
    );
  return (
    <ConfirmPanel
      title={t(keyNeed === "change" ? "purchases.keyChangeTitle" : "purchases.keyTitle")}
      description={
        <div className="space-y-3">
          <p>{t(paidTwice ? "purchases.keyTwice" : "purchases.keyBack", { amount, title })}</p>
          <p>{t(whys[keyNeed])}</p>
        </div>
      }
      cancelLabel={t("purchases.keyLater")}
      cancelTo={back}
    >
      <Form method="post" className="space-y-6">
        <input type="hidden" name="seenKeyGivenAt" value={keyGivenAt ?? ""} />
        <FormError>{result.errorOf("form")}</FormError>
        <RefundKeyField result={result} />
        <ProofField needed={proofNeeded} result={result} />
        <Button className="w-full" pending={busy} pendingLabel={t("purchases.keySending")}>
          {t("purchases.keySend")}
        </Button>
      </Form>
    </ConfirmPanel>
  );
}

export function RefundKeyField({ result }: { result: FormFields }) {
  const t = useText();
  return (
    <Field
      {...result.field("pixKey")}
      label={t("purchases.withdrawPixKey")}
      hint={t("pix.hint")}
      maxLength={pixKeyMaxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
