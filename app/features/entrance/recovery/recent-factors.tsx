import { AccountPassword } from "~/features/accounts/accounts/account-password";
import { AccountTexts } from "~/i18n/account-texts";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { keepField } from "./recent-factor-rules";
import type { FactorView } from "./recent-factors.server";

interface NewPasswordTwiceProps {
  result: ReturnType<typeof useActionResult>;
  /** In characters. */
  minLength: number;
}

/** product.md, Password recovery. */
export function NewPasswordTwice({ result, minLength }: NewPasswordTwiceProps) {
  const labels = useNewPasswordLabels();
  const t = useText();
  const rules = { result, minLength, autoComplete: "new-password" } as const;
  return (
    <>
      <AccountPassword
        {...rules}
        name="password"
        label={labels.password}
        hint={t("accounts.passwordHint", { min: minLength })}
      />
      <AccountPassword {...rules} name="confirmPassword" label={labels.confirmPassword} />
    </>
  );
}

export function useNewPasswordLabels() {
  const t = useText();
  return { password: t("accounts.newPassword"), confirmPassword: t("accounts.confirmPassword") };
}

interface RecentFactorsProps {
  factors: readonly FactorView[];
  result: Pick<ReturnType<typeof useActionResult>, "typedIn">;
}

/** Part of a form for a new password: what it removes, with a box for each that keeps it. Nothing without any. */
export function RecentFactors({ factors, result }: RecentFactorsProps) {
  if (factors.length === 0) return null;
  return (
    <AccountTexts>
      <Boxes factors={factors} result={result} />
    </AccountTexts>
  );
}

function Boxes({ factors, result }: RecentFactorsProps) {
  const t = useText();
  const nameOf = (factor: FactorView) => {
    if (factor.kind === "passkey") return t("undo.passkey", { name: factor.name });
    if (factor.kind === "payoutDetails") return t("undo.payoutDetails", { to: factor.to });
    return t("undo.secondFactor");
  };
  return (
    <fieldset className="rounded-control bg-warn-soft px-4 py-4 text-on-warn-soft">
      <legend className="float-left font-semibold">{t("undo.recentTitle")}</legend>
      <p className="clear-both pt-1">{t("undo.recentText")}</p>
      <ul className="mt-3 space-y-3">
        {factors.map((factor) => (
          <li key={factor.key}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3">
              <input
                type="checkbox"
                name={keepField(factor.key)}
                value="on"
                defaultChecked={result.typedIn(keepField(factor.key)) === "on"}
                className="mt-0.5 size-5 shrink-0 accent-ink"
              />
              <span className="min-w-0 break-words">
                {t("undo.keep", { what: nameOf(factor) })}
                <span className="block text-sm">{t("undo.addedOn", { date: factor.date })}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
