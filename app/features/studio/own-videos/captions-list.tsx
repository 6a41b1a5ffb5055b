import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";
import type { CaptionsView } from "./show-captions.server";
import { SkippedCues } from "./skipped-cues";

/** The captions of an own video, each with its download, the cues that were left out, and a button that deletes it. */
export function CaptionsList({ video, captions }: Pick<CaptionsView, "video" | "captions">) {
  const { formData } = useNavigation();
  const t = useText();
  if (captions.length === 0) return <p className="text-ink-soft">{t("creator.captionsNone")}</p>;
  return (
    <ul className="space-y-4">
      {captions.map(({ language, name, isGenerated, cueCount, skipped, skippedCount }) => (
        <li key={language}>
          <Card className="p-4 sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div>
                <h2 className="text-lg">{name}</h2>
                <p className="text-sm text-ink-soft tabular-nums">
                  {t("creator.captionsCount", { count: cueCount })}
                </p>
                <TextLink
                  to={`/watch/${video.id}/captions/${language}.vtt`}
                  reloadDocument
                  download={`${language}.vtt`}
                  aria-label={t("creator.captionsDownloadOf", { language: name })}
                  className="text-sm"
                >
                  {t("creator.captionsDownload")}
                </TextLink>
              </div>
              <Form method="post" encType="multipart/form-data">
                <input type="hidden" name="intent" value="delete" />
                <input type="hidden" name="language" value={language} />
                <Button
                  variant="quiet"
                  size="small"
                  pending={formData?.get("intent") === "delete" && formData.get("language") === language}
                  aria-label={t("creator.captionsDeleteOf", { language: name })}
                >
                  {t("creator.captionsDelete")}
                </Button>
              </Form>
            </div>
            {isGenerated && (
              <Notice tone="info" className="mt-4 text-sm">
                {t("creator.captionsCheck")}
              </Notice>
            )}
            <SkippedCues cues={skipped} count={skippedCount} />
          </Card>
        </li>
      ))}
    </ul>
  );
}
