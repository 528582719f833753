// Begins. The first thing on the screen is the bar of index.html, which any device draws at once; the
// page is made after it, while the engine is on its way.
import "./style.css";
import { App } from "./app";
import { firstPainted } from "./dom";
import { prefetchEngine } from "./engine";
import { wantedVariant } from "./launch";
import { noWebAssembly, notLoaded } from "./strings";

if (typeof WebAssembly === "object") prefetchEngine(wantedVariant());
void firstPainted().then(() => {
  document.getElementById("before-script")?.remove();
  if (typeof WebAssembly === "object") void new App(document.body).start();
  else document.body.append(notLoaded(noWebAssembly));
});
