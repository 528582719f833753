// Begins.
import "./style.css";
import { App } from "./app";
import { noWebAssembly, notLoaded } from "./strings";

if (typeof WebAssembly !== "object") {
  document.body.append(notLoaded(noWebAssembly));
} else {
  void new App(document.body).start();
}
