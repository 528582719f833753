// Who and what this is made of.
import { Dialog } from "./dialog";
import { element } from "./dom";
import * as strings from "./strings";

export class AboutDialog {
  readonly dialog: Dialog;
  private readonly running = element("dl");

  constructor(onClose: () => void) {
    this.dialog = new Dialog(strings.aboutTitle, onClose, "about");
    this.dialog.body.append(
      element("p", {}, strings.aboutText),
      element("h3", {}, strings.creditsTitle),
      list(strings.credits),
      element("h3", {}, strings.librariesTitle),
      list(strings.libraries),
      element("h3", {}, strings.engineRunning),
      this.running,
    );
  }

  show(running: readonly (readonly [string, string])[]): void {
    this.running.replaceChildren(...rows(running));
    this.dialog.open();
  }
}

type Rows = readonly (readonly [string, string])[];
function rows(of: Rows): HTMLElement[] {
  return of.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]);
}
function list(of: Rows): HTMLElement {
  return element("dl", {}, ...rows(of));
}
