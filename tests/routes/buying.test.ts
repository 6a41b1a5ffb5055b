import { beforeAll, describe, expect, test } from "vitest";
import * as checkout from "~/routes/learner/checkout";
import * as checkoutReturn from "~/routes/learner/checkout-return";
import * as marketplace from "~/routes/learner/marketplace";
import * as salesPage from "~/routes/learner/sales-page";
import * as watch from "~/routes/learner/watch";
import { ask } from "../support/ask";
import { makeConsumer, makeCreator, makeSale, makeVideo, openCheckout, type Person } from "../support/people";
import { salesAddress } from "../support/sales-address";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { stripe } = world;
const unknown = "00000000-0000-4000-8000-000000000000";
let ana: Person;
let videoId: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  videoId = await makeVideo(world, ana);
});

describe("POST /videos/:videoId/checkout", () => {
  const buy = (id: string, asked: { cookie?: string; asData?: boolean; query?: string } = {}) =>
    ask(world, checkout.action, {
      path: `/videos/${id}/checkout${asked.query ?? ""}`,
      method: "POST",
      ...asked,
    });

  test("redirects a form to the payment page, and returns its address to a script", async () => {
    const { cookie } = await makeConsumer(world);
    const page = await buy(videoId, { cookie });
    expect(page.status).toBe(303);
    expect(page.location).toMatch(new RegExp(`^${stripe.url}/c/pay/cs_`));
    expect(await buy(videoId, { cookie, asData: true })).toMatchObject({
      status: 200,
      location: null,
      data: { ok: true, url: page.location },
    });
  });

  test.each<[string, (beto: Person) => Promise<[Person, string]>, string, number, (id: string) => string]>([
    [
      "a video bought already",
      async (beto) => {
        await makeSale(world, beto, videoId);
        return [beto, videoId];
      },
      "marketplace.alreadyBought",
      409,
      (id) => `/watch/${id}`,
    ],
    ["no such video", async (beto) => [beto, unknown], "watch.notFound", 404, () => "/marketplace"],
  ])(
    "reports %s to a form on the next page, and to a script in the response",
    async (_, prepare, error, status, target) => {
      const [{ cookie }, id] = await prepare(await makeConsumer(world));
      expect(await buy(id, { cookie, asData: true })).toMatchObject({ status, data: { ok: false, error } });
      expect(await buy(id, { cookie })).toMatchObject({
        status: 303,
        location: target(id),
        flash:
          status === 409
            ? { tone: "info", title: error }
            : { tone: "error", title: "marketplace.buyFailed", description: error },
      });
    },
  );

  test("reports an unavailable Stripe, with 503 to a script", async () => {
    const { cookie } = await makeConsumer(world);
    stripe.setApiFault("serverError");
    const answers = [
      await buy(videoId, { cookie, asData: true }),
      await buy(videoId, { cookie, query: "?lng=en" }),
    ];
    stripe.setApiFault(undefined);
    expect(answers).toMatchObject([
      { status: 503, data: { ok: false, error: "marketplace.paymentsDown" } },
      {
        status: 303,
        location: `/watch/${videoId}?lng=en`,
        flash: { description: "marketplace.paymentsDown" },
      },
    ]);
    expect(world.logged.some(({ msg }) => msg === "checkout could not be opened")).toBe(true);
  });
});

describe("GET /checkout/return", () => {
  const comeBack = (checkoutId: string, cookie?: string, query = "") =>
    ask(world, checkoutReturn.loader, {
      path: `/checkout/return?session_id=${encodeURIComponent(checkoutId)}${query}`,
      cookie,
    });

  test("redirects a paid checkout to the video with the message, and an unpaid one without", async () => {
    const beto = await makeConsumer(world);
    const checkoutId = await openCheckout(world, beto, videoId);
    expect(await comeBack(checkoutId, beto.cookie)).toMatchObject({
      status: 303,
      location: `/watch/${videoId}`,
      flash: undefined,
    });
    await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
    expect(await comeBack(checkoutId, beto.cookie, "&lng=en")).toMatchObject({
      status: 303,
      location: `/watch/${videoId}?lng=en`,
      flash: { tone: "success", title: "watch.paid" },
    });
  });

  test("lets a signed-out buyer return with the checkout's id after the login, in their language", async () => {
    const { location } = await comeBack("cs_test_1", undefined, "&lng=en");
    const login = new URL(location ?? "", "http://localhost:3000");
    expect(login.pathname).toBe("/consumer-login");
    expect(login.searchParams.get("lng")).toBe("en");
    expect(login.searchParams.get("redirectTo")).toBe("/checkout/return?session_id=cs_test_1");
  });

  test("redirects an unknown and an invalid checkout to the videos without a message", async () => {
    const { cookie } = await makeConsumer(world);
    for (const session of ["cs_unknown", "", "cs_\0", "x".repeat(5_000)])
      expect(await comeBack(session, cookie), session.slice(0, 20)).toMatchObject({
        status: 303,
        location: "/marketplace",
        flash: undefined,
      });
  });
});

test.each([unknown, "1", "%00"])("/watch/%s redirects to the videos with a message", async (id) => {
  const { cookie } = await makeConsumer(world);
  expect(await ask(world, watch.loader, { path: `/watch/${id}`, cookie })).toMatchObject({
    status: 303,
    location: "/marketplace",
    flash: { tone: "error", title: "watch.notFound" },
  });
});

type Shown = { videos: { id: string; step: string }[] };

describe("GET /marketplace and /videos/:videoId", () => {
  const list = async (cookie?: string) =>
    (await ask(world, marketplace.loader, { path: "/marketplace", cookie })).data as Shown;
  const show = async (id: string, cookie?: string) =>
    ask(world, salesPage.loader, { ...(await salesAddress(world.services.db, id)), cookie });

  test("offer each person their next step", async () => {
    const [beto, dora] = [await makeConsumer(world), await makeConsumer(world)];
    await makeSale(world, beto, videoId);
    const steps: [string | undefined, string][] = [
      [undefined, "login"],
      [dora.cookie, "buy"],
      [beto.cookie, "bought"],
      [ana.cookie, "own"],
    ];
    for (const [cookie, step] of steps) {
      const { videos } = await list(cookie);
      expect(videos.find(({ id }) => id === videoId)?.step).toBe(step);
      expect((await show(videoId, cookie)).data).toMatchObject({ shown: { step } });
    }
  });

  test("show the seller's name and no other data of them", async () => {
    const shown = JSON.stringify([await list(), (await show(videoId)).data]);
    expect(shown).toContain("Ana Criadora");
    expect(shown).not.toContain(ana.userId.concat('"'));
    expect(shown).not.toContain(ana.email);
    expect(shown).not.toContain("creator_id");
    expect(shown).not.toContain(".mp4");
  });
});
