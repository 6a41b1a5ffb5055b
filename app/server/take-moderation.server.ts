import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { fieldMessage, hasVisibleCharacter, typedLines } from "~/features/base/form-fields/typed-text";
import { moderateAnnouncement } from "~/features/shop/announcements/moderate-announcement.server";
import {
  type Moderated,
  type ModerationRequest,
  moderatePost,
  moderateReview,
} from "~/features/shop/reviews/moderate.server";
import {
  type ModeratedKind,
  moderationPath,
  parseModerationList,
  parseModerationStep,
} from "~/features/shop/reviews/moderation-list";
import { hiddenReasonMaxLength } from "~/features/shop/reviews/reviews-view";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import type { Services } from "~/platform/services";
import { actorOf } from "~/platform/session/actor.server";

const hideForm = z.object({
  reason: typedLines(fieldMessage("common.required"))
    .refine(hasVisibleCharacter, fieldMessage("common.required"))
    .max(hiddenReasonMaxLength, fieldMessage("accounts.tooLong")),
});

type Moderate = (services: Services, request: ModerationRequest) => Promise<Moderated>;

const kinds = {
  reviews: { field: "reviewId", event: "review", moderate: moderateReview },
  questions: { field: "questionId", event: "question", moderate: moderatePost },
  announcements: { field: "announcementId", event: "announcement", moderate: moderateAnnouncement },
} as const satisfies Record<ModeratedKind, { field: string; event: string; moderate: Moderate }>;

/** Returns to the same list. Throws a 400 Response for an unknown step, a 404 Response for an unknown text. */
export async function takeModeration(
  { request, context }: { request: Request; context: AppLoadContext },
  viewer: { userId: string; email: string },
  kind: ModeratedKind,
) {
  const { field, event, moderate } = kinds[kind];
  const list = parseModerationList(new URL(request.url).searchParams);
  const fields = await readForm(request);
  const step = parseModerationStep(fields.intent);
  const id = parseId(fields[field]);
  if (!step) throw new Response(null, { status: 400 });
  if (!id) throw new Response(null, { status: 404 });
  const form = parseFields(hideForm, step === "hide" ? fields : { reason: "-" });
  if (!form.ok) return refuse({ ...form.problem, values: fields });
  const reason = step === "hide" ? form.value.reason : "";
  const done = await moderate(context.services, { id, step, reason, by: actorOf(context, request, viewer) });
  if (!done.ok) throw new Response(null, { status: 404 });
  if (done.changed && step !== "keep")
    noteSecurity(context, `${event}${step === "hide" ? "Hidden" : "Shown"}`, {
      by: viewer.userId,
      [field]: id,
    });
  const message = kind === "reviews" ? "moderation.done" : (`moderation.${kind}.done` as const);
  const flash = { tone: "success", title: `${message}.${step}` } as const;
  return goTo(moderationPath(kind, list), { request, context, flash });
}
