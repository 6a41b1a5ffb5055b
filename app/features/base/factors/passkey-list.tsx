import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { useLatestResultOnly } from "~/ui/toasts/toasts";
import type { PasskeysView } from "./change-passkeys.server";
import { PasskeyButton } from "./passkey-button";
import { ProofField } from "./proof-field";

interface PasskeyView {
  id: string;
  name: string;
  created: string;
  /** Null before its first use. */
  used: string | null;
}

interface PasskeyListProps {
  passkeys: readonly PasskeyView[];
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

function PasskeyList({ passkeys, ...rest }: PasskeyListProps) {
  const t = useText();
  if (passkeys.length === 0) return <p className="text-ink-soft">{t("security.noPasskeys")}</p>;
  return (
    <ul className="divide-y divide-line">
      {passkeys.map((passkey) => (
        <Passkey key={passkey.id} passkey={passkey} {...rest} />
      ))}
    </ul>
  );
}

type PasskeyProps = Omit<PasskeyListProps, "passkeys"> & { passkey: PasskeyView };

function Passkey({ passkey, proofNeeded, result }: PasskeyProps) {
  const t = useText();
  const sent = useNavigation().formData;
  const { id, name, created, used } = passkey;
  const own = result.onlyIf(result.typedIn("id") === id);
  const proof = (intent: string) => (
    <ProofField
      needed={proofNeeded}
      id={`proof-${intent}-${id}`}
      result={own.onlyIf(own.typedIn("intent") === intent)}
    />
  );
  const busy = (intent: string) => sent?.get("id") === id && sent.get("intent") === intent;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <p className="font-semibold break-words">{name}</p>
      <p className="mt-0.5 text-sm text-ink-faint">{t("security.passkeyCreated", { date: created })}</p>
      <p className="text-sm text-ink-faint">
        {used ? t("security.passkeyUsed", { date: used }) : t("security.passkeyUnused")}
      </p>
      <details open={own.failed} className="group/passkey mt-1">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
          {t("security.passkeyChange")}
          <span className="sr-only">{name}</span>
          <Icon name="chevron-down" className="size-4 group-open/passkey:rotate-180" />
        </summary>
        <Form method="post" className="mt-2 space-y-4">
          <input type="hidden" name="intent" value="rename" />
          <input type="hidden" name="id" value={id} />
          <Field
            {...own.field("name", name)}
            id={`field-name-${id}`}
            label={t("security.passkeyName")}
            maxLength={60}
            autoComplete="off"
            required
          />
          {proof("rename")}
          <Button variant="secondary" pending={busy("rename")} pendingLabel={t("security.saving")}>
            {t("security.passkeyRename")}
          </Button>
        </Form>
        <Form method="post" className="mt-6 space-y-4">
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="id" value={id} />
          <p className="text-ink-soft">{t("security.passkeyRemoveText")}</p>
          {proof("remove")}
          <Button variant="danger" pending={busy("remove")}>
            {t("security.passkeyRemove")}
          </Button>
        </Form>
      </details>
    </li>
  );
}

interface PasskeySettingsProps {
  shown: PasskeysView & {
    proofNeeded: boolean;
    /** A new passkey needs a proof by this session itself. */
    ownProofNeeded: boolean;
  };
  result: ReturnType<typeof useActionResult>;
}

export function PasskeySettings({ shown, result }: PasskeySettingsProps) {
  const { passkeys, full, proofNeeded, ownProofNeeded } = shown;
  useLatestResultOnly(useNavigation().state === "submitting");
  const t = useText();
  return (
    <div className="space-y-6">
      <FormError>{result.errorOf("form")}</FormError>
      <PasskeyList passkeys={passkeys} proofNeeded={proofNeeded} result={result} />
      {!full && (
        <PasskeyButton
          purpose="add"
          proofNeeded={ownProofNeeded}
          fields={{ intent: "add" }}
          label={t("security.passkeyAdd")}
          variant="primary"
        />
      )}
      <noscript>
        <Notice>{t("security.passkeysNeedScript")}</Notice>
      </noscript>
    </div>
  );
}
