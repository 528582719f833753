// The first card, over the city: three ways in.
import { element, setHidden } from "./dom";
import { wayNamesInOrder, type WayName } from "./link";
import * as strings from "./strings";

export class Welcome {
  readonly card: HTMLElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(onWay: (way: WayName) => void) {
    this.buttons = wayNamesInOrder.map((way) => {
      const made = element(
        "button",
        { type: "button", class: "way" },
        element("strong", {}, strings.wayNames[way]),
        element("span", {}, strings.wayHints[way]),
      );
      made.addEventListener("click", () => onWay(way));
      return made;
    });
    this.card = element(
      "section",
      { class: "panel welcome", "aria-labelledby": "welcome-title", hidden: true },
      element("h1", { id: "welcome-title" }, strings.title),
      element("p", {}, strings.welcomeLine),
      element("div", { class: "ways", role: "group", "aria-label": strings.waysLabel }, ...this.buttons),
      element("p", { class: "quiet welcome-more" }, strings.welcomeMore),
    );
  }

  show(shown: boolean): void {
    setHidden(this.card, !shown);
    if (shown) this.buttons[0]?.focus();
  }
}
