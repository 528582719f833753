// What the page itself says: short sentences that pass, and problems that wait for an answer.
import { button, element } from "./dom";
import { close, problemTitle } from "./strings";

const shownMs = 7000;
const shownAtOnce = 4;

export class Messages {
  readonly list = element("div", {
    class: "messages",
    role: "status",
    "aria-live": "polite",
  });
  private readonly problem = element("dialog", { class: "problem", "aria-labelledby": "problem-title" });
  readonly problemDialog: HTMLDialogElement = this.problem;

  // `stays`: until somebody closes it.
  say(text: string, stays = false): void {
    const row = element("p", { class: "panel" }, element("span", {}, text));
    row.append(button("×", () => this.remove(row), { "aria-label": close, class: "plain" }));
    this.list.append(row);
    // It scrolls when much is said in a low window; empty it is no stop for the keyboard.
    this.list.tabIndex = 0;
    while (this.list.children.length > shownAtOnce) this.list.firstElementChild?.remove();
    if (!stays) setTimeout(() => this.remove(row), shownMs);
  }

  private remove(row: HTMLElement): void {
    row.remove();
    if (this.list.childElementCount === 0) this.list.removeAttribute("tabindex");
  }

  // A sentence and the ways on; the first is the one that Enter takes.
  ask(text: string, more: string, ways: readonly (readonly [string, () => void])[]): void {
    const buttons = ways.map(([label, go]) =>
      button(label, () => {
        this.withdraw();
        go();
      }),
    );
    this.problem.replaceChildren(
      element("h2", { id: "problem-title" }, problemTitle),
      element("p", {}, text),
      more === "" ? "" : element("p", { class: "quiet" }, more),
      element("div", { class: "row" }, ...buttons),
    );
    if (!this.problem.open) this.problem.showModal();
    buttons[0]?.focus();
  }

  withdraw(): void {
    if (this.problem.open) this.problem.close();
  }
}
