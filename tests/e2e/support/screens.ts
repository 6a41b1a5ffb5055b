/** The screens that the tests of every page open, by who sees them. */
import type { Page } from "@playwright/test";
import type { Person, Shop } from "./shop";

export interface Scene {
  creator: Person;
  learner: Person;
  video: string;
  bought: string;
  course: string;
  gift: string;
}

/** A video with a long word and a long price, one bought, a course and a gift. */
export async function makeScene(shop: Shop): Promise<Scene> {
  const creator = await shop.creator();
  const learner = await shop.learner();
  const video = await shop.publish(creator, {
    title: "Umapalavramuitocompridaquenãosequebrasozinha",
    price: "123456,78",
  });
  const bought = await shop.publish(creator);
  const course = await shop.course(creator, [bought, await shop.publish(creator)]);
  await shop.buy(learner, bought);
  await shop.buy(learner, course);
  const gift = await shop.give(learner, video);
  return { creator, learner, video: video.id, bought: bought.id, course: course.id, gift };
}

export const fillScene = (path: string, scene: Scene) =>
  path.replace(
    /:(video|bought|course|gift)/g,
    (_, name: "video" | "bought" | "course" | "gift") => scene[name],
  );

/** Returns the address of a page that the current one links to, by its shape. */
export async function linkedPage(page: Page, shape: RegExp): Promise<string> {
  const found = shape.exec(await page.content());
  if (!found) throw new Error(`${page.url()} links to no ${shape}`);
  return found[0];
}

export const anyonesScreens = [
  "/",
  "/?lng=en",
  "/marketplace",
  "/marketplace?q=umapalavra",
  "/marketplace?q=nada-com-este-nome",
  "/videos/:video",
  "/videos/:video/reviews?sort=best",
  "/courses/:course",
  "/courses/:course/lessons/:bought",
  "/certificates/0123-4567-89AB",
  "/gifts/nada",
  "/saved",
  "/terms",
  "/privacy?lng=en",
  "/help",
  "/consumer-login",
  "/consumer-login?tab=signup",
  "/creator-login",
  "/creator-register",
  "/admin-login",
  "/forgot-password",
  "/admin/forgot-password",
  "/reset-password?token=nada",
  "/confirm-email?token=nada",
  "/second-factor-help?token=nada",
  "/undo-change?token=nada",
  "/undo-change?done=1",
  "/unsubscribe",
  "/nada",
];

export const learnersScreens = [
  "/marketplace",
  "/watch/:video",
  "/watch/:bought",
  "/saved",
  "/notes",
  "/watch/:bought/notes",
  "/account",
  "/account/data",
  "/account/data?erase=1",
  "/account/profile",
  "/account/mails",
  "/account/proof",
  "/account/second-factor",
  "/account/passkeys",
  "/videos/:video/gift",
  ":gift",
  "/courses/:course/certificate",
  "/purchases",
];

export const creatorsScreens = [
  "/creator/dashboard",
  "/creator/videos",
  "/creator/videos/:video/edit",
  "/creator/videos/:video/delete",
  "/creator/videos/:video/share",
  "/creator/videos/:video/guests",
  "/creator/upload",
  "/creator/upload?source=youtube",
  "/creator/profile",
  "/creator/cover",
  "/creator/payments",
  "/creator/figures",
  "/creator/year",
  "/creator/courses",
  "/creator/courses/:course",
];

export const adminsScreens = [
  "/admin/dashboard",
  "/admin/dashboard?tab=consumers",
  "/admin/creators",
  "/admin/consumers?q=nada-com-este-nome",
  "/admin/consumers?from=2026-02-30",
  "/admin/sales",
  "/admin/reviews",
  "/admin/payouts",
  "/admin/payouts/prepare",
  "/admin/reconciliation",
  "/admin/audit",
  "/admin/admins",
  "/admin/videos/:video/suspend",
];
