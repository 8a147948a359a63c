// What stands in the lock files: may its licence be used, does it come from where it should, is it known to be unsafe?
// The lists of known flaws live on the network. Where they cannot be reached the check says so; it never passes unseen.

import { join } from "node:path";
import { manifest } from "../lib/place.mjs";
import { read, run } from "../lib/process.mjs";
import { NotChecked, Remedy } from "../lib/step.mjs";
import { cargoDenyProgram } from "../steps/cargo-deny.mjs";

const config = join(manifest, "..", "deny.toml");
const deny = ["--manifest-path", manifest, "--all-features"];

/** Licences, duplicates and sources of every crate. */
export const licences = {
  title: "Crates: licences and sources",
  work: () => run(cargoDenyProgram, [...deny, "check", "--config", config, "licenses", "bans", "sources"]),
};

/** Crates with a published flaw. */
export const advisories = {
  title: "Crates: known flaws",
  async work() {
    const flags = ["--format", "json", ...deny, "check", "--config", config, "advisories"];
    const { code, stderr } = await read(cargoDenyProgram, flags);
    if (code === 0) return;
    const found = stderr.split("\n").flatMap(parsed).filter((entry) => entry.type === "diagnostic");
    const errors = found.map((entry) => entry.fields).filter((fields) => fields.severity === "error");
    if (errors.length === 0) throw new NotChecked("the advisory database cannot be reached from here");
    const list = errors.map((fields) => `${fields.code}: ${fields.message}`).join("\n  ");
    throw new Remedy(list, "update the crate, or say in src-tauri/deny.toml why the flaw does not concern us");
  },
};

/** npm packages with a published flaw. */
export const npmAdvisories = {
  title: "npm packages: known flaws",
  async work() {
    const { code, stdout } = await read("npm", ["audit", "--json"]);
    if (code === 0) return;
    const { vulnerabilities } = parsed(stdout)[0] ?? {};
    if (!vulnerabilities) throw new NotChecked("the registry's audit service cannot be reached from here");
    const list = Object.values(vulnerabilities).map((found) => `${found.name} ${found.range}: ${found.severity}`);
    throw new Remedy(list.join("\n  "), "npm audit fix, then run the tests again");
  },
};

function parsed(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
