/** A creator adds captions; a buyer reads them in the player. */
import { open, toast } from "./support/pages";
import { expect, test } from "./support/test";

const file = (text: string) => ({
  name: "aula.srt",
  mimeType: "application/x-subrip",
  buffer: Buffer.from(text),
});
const srt = "1\n00:00:00,000 --> 00:00:01,000\nBom dia\n\n2\n00:00:01,000 --> 00:00:00,500\nErrada\n";

test("captions are added, named on the sales page, played and deleted", { tag: "@plain" }, async ({
  visit,
  shop,
  script,
}) => {
  const { creator, video, learner } = await shop.sell();
  const studio = await visit(creator);

  await test.step("the creator adds captions in the video's form", async () => {
    await open(studio, `/creator/videos/${video.id}/edit`);
    await studio.locator("summary", { hasText: "Legendas" }).click();
    await studio.getByRole("link", { name: "Adicionar ou trocar legendas" }).click();
    await expect(studio.getByText("Este vídeo ainda não tem legendas.")).toBeVisible();
    await studio.getByLabel("Arquivo de legendas").setInputFiles(file(srt));
    await studio.getByRole("button", { name: "Ver legendas" }).click();
    await expect(studio.getByText("Bom dia")).toBeVisible();
    await studio.getByRole("button", { name: "Salvar legendas" }).click();
    await expect(toast(studio, "Legendas salvas")).toBeVisible();
    await expect(studio.getByText("Linha 6: termina antes de começar")).toBeVisible();
    await expect(studio.getByRole("heading", { name: "Português" })).toBeVisible();
  });

  await test.step("a visitor sees the captions' languages on the sales page", async () => {
    const page = await visit();
    await open(page, `/videos/${video.id}`);
    await expect(page.getByText("Legendas: Português")).toBeVisible();
  });

  await test.step("a buyer's player offers the captions", async () => {
    const page = await visit(learner);
    await open(page, `/watch/${video.id}`);
    const track = page.locator("video track");
    await expect(track).toHaveAttribute("srclang", "pt");
    if (script) {
      await page.locator("video").evaluate((player: HTMLVideoElement) => {
        const [first] = player.textTracks;
        if (first) first.mode = "hidden";
      });
    }
    const path = (await track.getAttribute("src")) ?? "";
    expect(await (await page.request.get(path)).text()).toContain("Bom dia");
    if (script) {
      await expect
        .poll(() =>
          page.locator("video").evaluate((player: HTMLVideoElement) => player.textTracks[0]?.cues?.length),
        )
        .toBe(1);
    }
  });

  await test.step("the creator deletes the captions", async () => {
    await studio.getByRole("button", { name: "Excluir legendas: Português" }).click();
    await expect(toast(studio, "Legendas excluídas")).toBeVisible();
    await expect(studio.getByText("Este vídeo ainda não tem legendas.")).toBeVisible();
  });
});
