/**
 * `npx tsx bench/mutate-rules.ts [count] [seed]`: removes random lines of rules while their tests load them, and prints
 * those that no test missed. Lines needed to parse, types and comments are not chosen.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import fc from "fast-check";
import { startVitest } from "vitest/node";

type Mutation = { file: string; line: number; text: string };

/** A removed line can make a loop endless. */
const testSeconds = 60;

const words = process.argv.slice(2);
if (words[0] === "--one") await testWithout(words[1] ?? "", Number(words[2]));
else await mutate(Number(words[0] ?? 60), Number(words[1] ?? Date.now() % 1_000_000));

async function mutate(count: number, seed: number): Promise<void> {
  const mutations = (await Promise.all(ruleFiles().map(mutationsOf))).flat();
  const amount = Math.min(count, mutations.length);
  const some = fc.shuffledSubarray(mutations, { minLength: amount, maxLength: amount });
  const chosen = fc.sample(some, { seed, numRuns: 1 })[0] ?? [];
  console.log(
    `${chosen.length} of ${mutations.length} lines in ${ruleFiles().length} rule files, seed ${seed}`,
  );
  const survivors: Mutation[] = [];
  for (const mutation of chosen) {
    const missed = await testsPassWithout(mutation);
    console.log(`${missed ? "SURVIVED" : "caught  "} ${mutation.file}:${mutation.line}  ${mutation.text}`);
    if (missed) survivors.push(mutation);
  }
  console.log(`\n${survivors.length} survived of ${chosen.length}`);
  for (const { file, line, text } of survivors) console.log(`${file}:${line}  ${text}`);
}

function ruleFiles(): string[] {
  const files = readdirSync("app/features", { recursive: true, encoding: "utf8" }).map(
    (name) => `app/features/${name}`,
  );
  const isTested = (file: string) => files.includes(file.replace(/\.ts$/, ".test.ts"));
  return files.filter((file) => /(?<!\.server)\.ts$/.test(file) && isTested(file)).sort();
}

async function mutationsOf(file: string): Promise<Mutation[]> {
  const lines = readFileSync(file, "utf8").split("\n");
  const whole = await compiled(lines.join("\n"), file);
  const found: Mutation[] = [];
  for (const [index, text] of lines.entries()) {
    if (!/\w/.test(text) || text.startsWith("import ")) continue;
    const rest = await compiled(lines.toSpliced(index, 1).join("\n"), file);
    if (rest !== undefined && rest !== whole) found.push({ file, line: index + 1, text: text.trim() });
  }
  return found;
}

/** Undefined if the source does not parse. */
async function compiled(source: string, file: string): Promise<string | undefined> {
  const loader = file.endsWith("x") ? "tsx" : "ts";
  return transform(source, { loader, minifyWhitespace: true, minifySyntax: true, logLevel: "silent" }).then(
    ({ code }) => code,
    () => undefined,
  );
}

/** In a process of its own, so that an endless loop can be ended. */
function testsPassWithout({ file, line }: Mutation): Promise<boolean> {
  return new Promise((done, reject) => {
    const script = fileURLToPath(import.meta.url);
    const child = spawn(process.execPath, ["--import", "tsx", script, "--one", file, String(line)], {
      stdio: "ignore",
      timeout: testSeconds * 1000,
      killSignal: "SIGKILL",
    });
    child.once("error", reject);
    child.once("exit", (code) => done(code === 0));
  });
}

async function testWithout(file: string, line: number): Promise<void> {
  const without = {
    name: "without-a-line",
    enforce: "pre" as const,
    transform: (code: string, id: string) =>
      id === resolve(file)
        ? code
            .split("\n")
            .toSpliced(line - 1, 1)
            .join("\n")
        : undefined,
  };
  const vitest = await startVitest(
    "test",
    [file.replace(/\.tsx?$/, ".test.")],
    { config: false, watch: false, bail: 1, pool: "threads", include: ["app/**/*.test.{ts,tsx}"] },
    { plugins: [without], resolve: { alias: { "~": resolve("app") } } },
  );
  const modules = vitest.state.getTestModules();
  const passed = modules.length === 1 && modules.every((module) => module.ok());
  await vitest.close();
  process.exit(passed ? 0 : 1);
}
