// The bar at the bottom while something is on its way.
import { element, setHidden, setText } from "./dom";
import { percent } from "./strings";

export class Loading {
  readonly box: HTMLElement;
  private readonly label = element("span", { id: "loading-label" });
  private readonly number = element("span", { class: "quiet" });
  private readonly bar = element("progress", { max: "1", "aria-labelledby": "loading-label" });

  constructor() {
    this.box = element(
      "section",
      { class: "panel loading", "aria-labelledby": "loading-label" },
      element("div", { class: "row" }, this.label, this.number),
      this.bar,
    );
  }

  // `part`: 0 ... 1, or null where nobody can say.
  show(text: string, part: number | null): void {
    setText(this.label, text);
    setText(this.number, part === null ? "" : percent(part));
    if (part === null) this.bar.removeAttribute("value");
    else this.bar.value = part;
    setHidden(this.box, false);
  }

  hide(): void {
    setHidden(this.box, true);
  }
}
