// Every check of `npm test`, in the order of cost: what is quick to fail comes first.

import { advisories, licences, npmAdvisories } from "./checks/dependencies.mjs";
import { npmRun, run } from "./lib/process.mjs";
import { cargo, withWindow } from "./steps/build.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { program, root } from "./lib/place.mjs";

const here = (path) => existsSync(join(root, path));

export const checks = [
  { title: "House rules", work: () => nodeTests("tests/house/") },
  { title: "Page: types", work: () => npmRun("check") },
  { title: "Page: lint and format", work: () => npmRun("lint") },
  { title: "Page: unit tests", work: () => npmRun("test:ui") },
  { title: "Rust: format", work: () => cargo("fmt", "--all", "--check") },
  licences,
  advisories,
  npmAdvisories,
  { title: "Rust: lint", work: () => cargo("clippy", ...withWindow, "--all-targets", "--", "-D", "warnings") },
  { title: "Rust: tests", work: () => cargo("test", ...withWindow) },
  { title: "Promises", work: () => nodeTests("tests/promises/") },
  { title: "Window, end to end", work: () => nodeTests("tests/e2e/") },
].filter(({ title }) => (!title.startsWith("Page") || here("ui/index.html")) && (title !== "Promises" || here("tests/promises")) && (!title.startsWith("Window") || here("tests/e2e")));

function nodeTests(folder) {
  return run("node", ["--test", folder], { env: { PINCITE_PROGRAM: program("pincite", "debug") } });
}
