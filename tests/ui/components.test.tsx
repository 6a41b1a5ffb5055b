import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { AppHeader } from "~/ui/page-frame/app-header";
import { BarItem, MenuList } from "~/ui/page-frame/area-menu";
import { Tabs } from "~/ui/tabs";
import { render, tag } from "./render";

describe("Button", () => {
  it("is disabled and busy while pending, and names what is in progress", () => {
    const markup = render(
      <Button pending pendingLabel="Processando…">
        Comprar
      </Button>,
    );
    expect(tag(markup, "button")).toContain('aria-busy="true"');
    expect(tag(markup, "button")).toMatch(/ disabled=""/);
    expect(markup).toContain("Processando…");
    expect(markup).not.toContain("Comprar");
    expect(markup).toContain("animate-spin");
  });
});

it("a confirmation is a separate page without script", () => {
  const markup = render(
    <ConfirmDialog
      trigger="Excluir"
      triggerLabel="Excluir Violão"
      fallbackTo="/creator/videos/1/delete"
      title="Excluir Vídeo"
      description="Não pode ser desfeita."
      cancelLabel="Cancelar"
    >
      <Button>Confirmar</Button>
    </ConfirmDialog>,
  );
  expect(tag(markup, "a")).toContain('href="/creator/videos/1/delete"');
  expect(tag(markup, "a")).toContain('aria-label="Excluir Violão"');
  expect(markup).not.toContain("<dialog");
  expect(markup).not.toContain("<button");
});

it("the current tab is marked, and only that one", () => {
  const markup = render(
    <Tabs
      label="Usuários"
      items={[
        { to: "/?tab=creators", label: "Criadores", current: false },
        { to: "/?tab=consumers", label: "Consumidores", current: true },
      ]}
    />,
  );
  const [first = "", second = ""] = markup.match(/<a [^>]*>/g) ?? [];
  expect(first).not.toContain("aria-current");
  expect(second).toContain('aria-current="page"');
  expect(tag(markup, "nav")).toContain('aria-label="Usuários"');
});

it("the header marks the current page, and opens its menu without script", () => {
  const nav = [
    { to: "/creator/dashboard", label: "Painel" },
    { to: "/creator/videos", label: "Meus vídeos" },
  ];
  const markup = render(
    <AppHeader
      homeTo="/"
      nav={nav}
      barItem={(item) => <BarItem item={item} />}
      menuRows={<MenuList items={nav} />}
      navLabel="Principal"
      menuLabel="Menu"
    />,
    "/creator/videos",
  );
  const current = markup.match(/<a [^>]*aria-current="page"[^>]*>/g) ?? [];
  expect(current).toHaveLength(2);
  for (const link of current) expect(link).toContain('href="/creator/videos"');
  expect(markup).toMatch(/<details[^>]*><summary aria-label="Menu"/);
});

it("components have no inline styles, which the content security policy refuses", () => {
  const folder = new URL("../../app/ui/", import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  expect(sources.length).toBeGreaterThan(25);
  for (const name of sources)
    expect(readFileSync(new URL(name, folder), "utf8"), name).not.toMatch(/\bstyle=/);
});
