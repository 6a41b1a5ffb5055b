import { execFileSync } from "node:child_process";

export interface ChangedTests {
  /** The commit compared with. */
  since: string;
  /** Tests that read the sources (tests/structure). */
  structure: boolean;
  /** All browser tests, which import nothing of the product. */
  browser: boolean;
}

const product =
  /^(app\/(?!.*\.test\.tsx?$)|server\.ts|public\/|migrations\/|dev\/|tests\/e2e\/support\/|tests\/support\/|package(-lock)?\.json|playwright\.config\.ts|(vite|remix)\.config)/;

/** Includes new files. `commit`: by default where the branch left `main`; on `main` the last one. */
export function findChangedTests(commit?: string): ChangedTests {
  const since = commit ?? (git("merge-base", "HEAD", "main") || "HEAD");
  const paths = [git("diff", "--name-only", since), git("ls-files", "--others", "--exclude-standard")];
  const names = paths.join("\n").split("\n").filter(Boolean);
  return { since, structure: names.length > 0, browser: names.some((name) => product.test(name)) };
}

function git(...words: string[]): string {
  try {
    return execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
