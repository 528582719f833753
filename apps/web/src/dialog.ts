// A dialog over the view: the browser's own, which keeps the focus inside and closes on Escape.
import { button, element } from "./dom";
import { close } from "./strings";

let made = 0;

export class Dialog {
  readonly node: HTMLDialogElement;
  readonly body = element("div", { class: "dialog-body" });

  // `onClose`: however it was closed.
  constructor(title: string, onClose: () => void, name: string) {
    const id = `dialog-${++made}`;
    this.node = element(
      "dialog",
      { class: `dialog ${name}`, "aria-labelledby": id },
      element(
        "header",
        { class: "row" },
        element("h2", { id }, title),
        button("×", () => this.close(), { class: "plain", "aria-label": close }),
      ),
      this.body,
    );
    this.node.addEventListener("close", onClose);
    // A click beside the dialog is on the dialog's own backdrop.
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.close();
    });
  }

  open(): void {
    if (!this.node.open) this.node.showModal();
  }
  close(): void {
    if (this.node.open) this.node.close();
  }
}
