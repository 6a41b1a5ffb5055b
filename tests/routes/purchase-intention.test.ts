import { beforeAll, expect, test } from "vitest";
import { checkoutPath, loginToBuyPath } from "~/features/orders/checkout/purchase-intention";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import * as consumerLogin from "~/routes/public/consumer-login";
import { ask } from "../support/ask";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../support/people";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { stripe } = world;
let ana: Person;
let videoId: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  videoId = await makeVideo(world, ana);
});

let people = 0;
const signup = () => {
  people += 1;
  const email = `wants-${people}@example.com`;
  return { intent: "signup", fullName: "Bia Lima", email, password: "battery staple" };
};
const post = (path: string, form: Record<string, string>, asData = false) =>
  ask(world, consumerLogin.action, { path, form, asData });
const login = ({ email, password }: Person, form: Record<string, string> = {}) =>
  post(loginToBuyPath(videoId, { after: "buy" }), { intent: "login", email, password, ...form });

test("the login shows the video for sale that it leads to, and no private field", async () => {
  const open = (redirectTo: string) =>
    ask(world, consumerLogin.loader, { path: `/consumer-login?${new URLSearchParams({ redirectTo })}` });
  const shown = { title: expect.any(String), priceCents: 4990, currency: "BRL", buys: true };
  const { data } = await open(checkoutPath(videoId));
  expect(data).toMatchObject({ video: shown });
  expect(Object.keys((data as { video: object }).video).sort()).toEqual(
    ["buys", "creatorName", "currency", "id", "priceCents", "thumbnailUrl", "title"].sort(),
  );
  expect((await open(`/watch/${videoId}`)).data).toMatchObject({ video: { ...shown, buys: false } });
  const hidden = await makeVideo(world, ana);
  await deleteVideo(world.services, { creatorId: ana.userId, videoId: hidden });
  expect((await open(checkoutPath(hidden))).data).toBeNull();
});

test("a person who has bought the video is led to it", async () => {
  const beto = await makeConsumer(world);
  await makeSale(world, beto, videoId);
  expect(await login(beto)).toMatchObject({
    location: `/watch/${videoId}`,
    flash: { title: "marketplace.alreadyBought" },
  });
});

test("during an outage of the provider a person is signed in and led to the video with a message", async () => {
  stripe.setApiFault("serverError");
  const answer = await post(loginToBuyPath(videoId, { after: "buy" }), signup());
  stripe.setApiFault(undefined);
  expect(answer).toMatchObject({
    location: `/watch/${videoId}`,
    flash: { tone: "error", description: "marketplace.paymentsDown" },
  });
  expect(answer.session).toBeTruthy();
});
