// axe-core's checks of what is on the screen.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equal, repository } from "./harness.mjs";

const axe = readFileSync(join(repository, "apps/web/node_modules/axe-core/axe.min.js"), "utf8");

export async function accessible(visit, screen) {
  // Through the debugger: the page's own policy lets no foreign script in.
  await visit.page.evaluate(axe);
  const { violations } = await visit.page.evaluate(() => globalThis.axe.run());
  const told = violations.map(({ id, nodes }) => `${id} at ${nodes.map((n) => n.target).join(" ")}`);
  equal(told.join("; "), "", `axe-core's violations on ${screen}`);
}
