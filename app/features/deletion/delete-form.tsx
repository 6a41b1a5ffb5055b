import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";

/** The form of the dialog, and of the page without script. */
export function DeleteForm({ videoId }: { videoId: string }) {
  const t = useText();
  const navigation = useNavigation();
  const busy = navigation.formData?.get("videoId") === videoId;
  return (
    <Form method="post" action="/creator/videos">
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="videoId" value={videoId} />
      <Button variant="danger" className="w-full" pending={busy} pendingLabel={t("creator.deleting")}>
        {t("creator.deleteConfirm")}
      </Button>
    </Form>
  );
}

/** product.md, My videos; design.md, decision 6. */
export function DeleteQuestion({ title, sold, awaited }: { title: string; sold: boolean; awaited: boolean }) {
  const t = useText();
  return (
    <>
      <p>{t("creator.deleteText", { title })}</p>
      {sold && <p className="mt-2">{t("creator.deleteSold")}</p>}
      {awaited && <p className="mt-2">{t("creator.deleteAwaited")}</p>}
    </>
  );
}
