// The engines of the page build the same world and play the same match as the others do.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, output, repository, Visit } from "./harness.mjs";

const seconds = 240;
const match = { players: "hard,normal", units: 60, seed: 3, ticks: 200 };

// The engine alone, on a page of its own with nothing around it.
async function ofPage(browser, variant) {
  const visit = await Visit.open(browser, { path: "engine/engine.json", query: "" });
  await visit.page.addScriptTag({ url: `terrane-${variant}.js` });
  const proof = await visit.page.evaluate(
    async ([variantName, { players, units, seed, ticks }]) => {
      const url = (name) => new URL(name, location.href).href;
      const engine = await globalThis.createTerrane({
        locateFile: url,
        mainScriptUrlOrBlob: url(`terrane-${variantName}.js`),
        terranePorts: [],
      });
      const call = (name, result, ...values) =>
        engine.ccall(name, result, values.map((value) => typeof value), values);
      const area = "around 0,0 200";
      if (call("terrane_open_world", "number", "city:412") !== 1) return { error: call("terrane_error", "string") };
      const digest = call("terrane_digest", "string", area);
      // On a thread where there are threads.
      const inWorker = variantName === "threads" ? 1 : 0;
      const checksum = call("terrane_play", "string", area, players, units, seed, ticks, inWorker);
      const size = call("terrane_proof_snapshot_size", "number");
      const at = call("terrane_proof_snapshot", "number");
      const snapshot = await crypto.subtle.digest("SHA-256", engine.HEAPU8.slice(at, at + size));
      const hex = [...new Uint8Array(snapshot)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return { digest, checksum, snapshot: hex, error: call("terrane_error", "string") };
    },
    [variant, match],
  );
  await visit.close();
  equal(proof.error, "", `what ${variant} could not do`);
  return proof;
}

function ofCommandLine(command, first, name) {
  const say = (...words) =>
    execFileSync(command, [...first, ...words, "--json", "-"], {
      encoding: "utf8",
      timeout: seconds * 1000,
      maxBuffer: 1 << 26,
    });
  const area = ["city:412", "--around", "0,0", "--radius", "200"];
  const file = join(output, `${name}.tsn`);
  const played = JSON.parse(
    say(
      ...["match", ...area, "--players", match.players, "--units", String(match.units)],
      ...["--seed", String(match.seed), "--ticks", String(match.ticks)],
      ...["--snapshot-at", `${match.ticks}:${file}`],
    ),
  );
  return {
    digest: JSON.parse(say("digest", ...area)).world,
    checksum: played.checksum,
    snapshot: createHash("sha256").update(readFileSync(file)).digest("hex"),
  };
}

const words = ({ digest, checksum, snapshot }) => `digest ${digest}, checksum ${checksum}, snapshot ${snapshot}`;

export const tests = [
  {
    name: "digest, match checksum and snapshot are those of the other engines",
    async run(browser, report) {
      const { threads } = JSON.parse(
        readFileSync(join(repository, "apps/web/dist/engine/engine.json"), "utf8"),
      );
      const messages = await ofPage(browser, "messages");
      check(/^[0-9a-f]{16}$/.test(messages.digest), `a digest: ${messages.digest}`);
      report(words(messages));
      if (threads === undefined) report("SKIPPED: the engine with threads (not built)");
      else equal(words(await ofPage(browser, "threads")), words(messages), "the engine with threads");
      const native = process.env.TERRANE ?? join(repository, "build/release/terrane");
      if (existsSync(native)) equal(words(ofCommandLine(native, [], "native")), words(messages), "the native engine");
      else report("SKIPPED: the native engine (not built)");
      const node = process.env.TERRANE_NODE ?? join(repository, "build/web/terrane-node.js");
      if (existsSync(node)) {
        const flags = ["--no-experimental-fetch", node];
        equal(words(ofCommandLine(process.execPath, flags, "node")), words(messages), "the engine under Node");
      } else {
        report("SKIPPED: the engine under Node (not built)");
      }
    },
  },
];
