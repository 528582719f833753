// Runs the page's tests in one Chromium: node tests/run.mjs [WORD]... keeps those that name a word.
// Needs `npm run build`. Pictures go to test-output/; TERRANE_TEST_LOG=1 shows the pages' consoles.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser, repository } from "./harness.mjs";
import { tests as words } from "./words.mjs";
import { tests as opens } from "./opens.mjs";
import { tests as faults } from "./faults.mjs";
import { tests as ways } from "./ways.mjs";
import { tests as graphics } from "./graphics.mjs";
import { tests as controls } from "./controls.mjs";
import { tests as proofs } from "./proofs.mjs";
import { tests as matches } from "./matches.mjs";
import { tests as live } from "./live.mjs";

const wanted = process.argv.slice(2);
const tests = [...words, ...opens, ...ways, ...controls, ...matches, ...proofs, ...live, ...faults, ...graphics].filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
if (!existsSync(join(repository, "apps/web/dist/engine/engine.json"))) {
  console.error("tests: no built page; `npm run build` first");
  process.exit(2);
}

const browser = await launchBrowser();
let failed = 0;
async function attempt(run, notes) {
  try {
    await run(browser, (note) => notes.push(note));
    return true;
  } catch (error) {
    notes.push(error.name === "Error" || !error.stack ? String(error) : error.stack);
    return false;
  } finally {
    // What a failed test left open would slow the others down.
    for (const context of browser.contexts()) await context.close();
  }
}

for (const { name, run } of tests) {
  const began = Date.now();
  const notes = [];
  // Twice at most, and both are told: on two busy cores a browser is late now and then.
  let outcome = "ok";
  if (!(await attempt(run, notes))) {
    outcome = "again";
    if (!(await attempt(run, notes))) {
      outcome = "FAILED";
      failed += 1;
    }
  }
  console.log(`${outcome.padEnd(6)} ${name} (${((Date.now() - began) / 1000).toFixed(0)} s)`);
  for (const note of notes) console.log(`       ${note}`);
}
await browser.close();
console.log(`${tests.length - failed} of ${tests.length} passed`);
process.exit(failed === 0 ? 0 : 1);
