// Bundles the page. The engine itself is not bundled: copy-engine.mjs lays its files beside the
// page, which loads them at run time.
import { defineConfig } from "vite";
import { loadingEngine, needsScript, title } from "./src/strings.ts";

export default defineConfig({
  // Relative addresses, so that the page works under any path of any static host.
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "iife" },
  plugins: [
    {
      name: "strings-into-html",
      transformIndexHtml: (html) =>
        html
          .replace("%TITLE%", title)
          .replace("%NEEDS_SCRIPT%", needsScript)
          .replace("%LOADING%", loadingEngine),
    },
  ],
});
