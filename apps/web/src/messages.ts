// What the page itself says: short sentences that pass, and problems that wait for an answer.
import { button, element } from "./dom";
import { close, problemTitle } from "./strings";

const shownMs = 7000;
const shownAtOnce = 4;

export class Messages {
  readonly list = element("div", { class: "messages", role: "status", "aria-live": "polite" });
  private readonly problem = element("dialog", { class: "problem", "aria-labelledby": "problem-title" });
  readonly problemDialog: HTMLDialogElement = this.problem;

  // `stays`: until somebody closes it.
  say(text: string, stays = false): void {
    const row = element("p", { class: "panel" }, element("span", {}, text));
    row.append(button("×", () => row.remove(), { "aria-label": close, class: "plain" }));
    this.list.append(row);
    while (this.list.children.length > shownAtOnce) this.list.firstElementChild?.remove();
    if (!stays) setTimeout(() => row.remove(), shownMs);
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
