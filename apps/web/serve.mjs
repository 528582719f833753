// Serves the built page on loopback with the headers that shared memory needs. No dependencies.
// Usage: node serve.mjs [--port N] [--no-isolation]
// Tests import startServer() and take away files or the isolation.
import { createServer } from "node:http";
import { createReadStream, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};
const squeezed = new Set([".html", ".js", ".css", ".json", ".svg", ".wasm"]);

// The file below `root` that a request path names, or null: for what is not there, is no file, or
// would lead out of the root (dots, encoded dots, links).
function fileOf(root, requestPath) {
  let path;
  try {
    path = decodeURIComponent(requestPath);
  } catch {
    return null;
  }
  if (path.includes("\0") || path.includes("\\")) return null;
  if (path.endsWith("/")) path += "index.html";
  try {
    const real = realpathSync(join(root, path));
    if (!real.startsWith(root + sep) || !statSync(real).isFile()) return null;
    return real;
  } catch {
    return null;
  }
}

function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// `options`: port (0 picks one), root, isolated, missing (a RegExp of paths answered 404).
// Resolves to { url, sent, close }; `sent` lists { path, bytes } as they went over the wire.
export function startServer(options = {}) {
  const root = realpathSync(options.root ?? join(here, "dist"));
  const isolated = options.isolated ?? true;
  const memory = new Map();
  const sent = [];

  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split(/[?#]/)[0];
    const answer = (status, text) => {
      response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
      response.end(text + "\n");
    };
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "only GET and HEAD");
    const file = options.missing?.test(path) ? null : fileOf(root, path);
    if (file === null) return answer(404, "no such file");

    const headers = {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
    };
    if (isolated) {
      headers["Cross-Origin-Opener-Policy"] = "same-origin";
      headers["Cross-Origin-Embedder-Policy"] = "require-corp";
      headers["Cross-Origin-Resource-Policy"] = "same-origin";
    }
    const send = (bytes) => {
      headers["Content-Length"] = bytes.length;
      sent.push({ path, bytes: request.method === "HEAD" ? 0 : bytes.length });
      response.writeHead(200, headers);
      response.end(request.method === "HEAD" ? undefined : bytes);
    };
    const accepted = String(request.headers["accept-encoding"] ?? "").split(/[ ,;]+/);
    if (squeezed.has(extname(file))) {
      for (const [encoding, suffix] of [["br", ".br"], ["gzip", ".gz"]]) {
        if (!accepted.includes(encoding)) continue;
        if (isFile(file + suffix)) {
          headers["Content-Encoding"] = encoding;
          return send(readFileSync(file + suffix));
        }
        if (encoding !== "gzip") continue;
        const modified = statSync(file).mtimeMs;
        let held = memory.get(file);
        if (held?.modified !== modified) {
          held = { modified, bytes: gzipSync(readFileSync(file)) };
          memory.set(file, held);
        }
        headers["Content-Encoding"] = "gzip";
        return send(held.bytes);
      }
    }
    const { size } = statSync(file);
    headers["Content-Length"] = size;
    sent.push({ path, bytes: request.method === "HEAD" ? 0 : size });
    response.writeHead(200, headers);
    if (request.method === "HEAD") return response.end();
    createReadStream(file).on("error", () => response.destroy()).pipe(response);
  });

  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => {
      resolve({
        url: `http://127.0.0.1:${server.address().port}/`,
        sent,
        close: () => {
          server.closeAllConnections();
          return new Promise((closed) => server.close(closed));
        },
      });
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const words = process.argv.slice(2);
  const at = words.indexOf("--port");
  const port = at < 0 ? 8412 : Number(words[at + 1]);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    console.error("serve: --port takes a number from 0 to 65535");
    process.exit(2);
  }
  try {
    const { url } = await startServer({ port, isolated: !words.includes("--no-isolation") });
    console.log(`Terrane is at ${url} (Ctrl+C ends it)`);
  } catch (error) {
    console.error(`serve: ${error.message}`);
    process.exit(1);
  }
}
