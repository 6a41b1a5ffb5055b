import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";

/** Of the dialog, and of the page without script. `proofNeeded`: the last proof of identity is too old. */
export function DeleteForm({ videoId, proofNeeded }: { videoId: string; proofNeeded: boolean }) {
  const t = useText();
  const linkTo = useLinkTo();
  const navigation = useNavigation();
  const busy = navigation.formData?.get("videoId") === videoId;
  return (
    <Form method="post" action={linkTo("/creator/videos").to} className="space-y-5">
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="videoId" value={videoId} />
      <ProofField needed={proofNeeded} id={`proof-${videoId}`} result={noErrors} />
      <Button variant="danger" className="w-full" pending={busy} pendingLabel={t("creator.deleting")}>
        {t("creator.deleteConfirm")}
      </Button>
    </Form>
  );
}

/** A refused proof leads to the page of the deletion, with a message. */
const noErrors = { errorOf: () => undefined };

/** product.md, My videos. */
export function DeleteQuestion({
  title,
  sold,
  awaited,
  soldByIt,
}: {
  title: string;
  sold: boolean;
  awaited: boolean;
  soldByIt: number;
}) {
  const t = useText();
  return (
    <>
      <p>{t("creator.deleteText", { title })}</p>
      {sold && <p className="mt-2">{t("creator.deleteSold")}</p>}
      {soldByIt > 0 && (
        <p className="mt-2">
          {soldByIt === 1 ? t("creator.deleteSoldByItOne") : t("creator.deleteSoldByIt", { count: soldByIt })}
        </p>
      )}
      {awaited && <p className="mt-2">{t("creator.deleteAwaited")}</p>}
    </>
  );
}
