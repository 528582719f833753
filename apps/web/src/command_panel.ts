// Commanding a match: purse, selection, orders, alerts, outcome and a replay's time, generic over
// what the engine offers. A button sends its action back as a Panel record.
import { element, setHidden, setText } from "./dom";
import type { HudButton, HudCommand } from "./hud_model";
import { MatchTools, type MatchHost } from "./match_tools";
import * as strings from "./strings";

const ticksPerSecond = 20; // rts/rules.h

class OrderButton {
  readonly node: HTMLButtonElement;
  private readonly label = element("span", { class: "order-label" });
  private readonly key = element("kbd");
  private readonly count = element("span", { class: "order-count" });
  private readonly bar = element("span", { class: "order-bar", "aria-hidden": "true" });
  private row: HudButton | null = null;

  constructor(
    private readonly onPress: (action: number) => void,
    private readonly onRefused: (reason: string) => void,
    onHint: (hint: string) => void,
  ) {
    this.node = element(
      "button",
      { type: "button", class: "order" },
      this.label,
      this.key,
      this.count,
      this.bar,
    );
    this.node.addEventListener("click", () => this.press());
    const hint = () => onHint(this.row === null ? "" : this.row.reason || this.row.hint);
    for (const event of ["focus", "pointerenter"]) this.node.addEventListener(event, hint);
    for (const event of ["blur", "pointerleave"]) this.node.addEventListener(event, () => onHint(""));
  }

  private press(): void {
    if (this.row === null) return;
    if (this.row.enabled) this.onPress(this.row.action);
    else this.onRefused(this.row.reason);
  }

  show(row: HudButton): void {
    this.row = row;
    setText(this.label, row.label);
    setText(this.key, row.key);
    setHidden(this.key, row.key === "");
    setText(this.count, row.count > 0 ? strings.inQueue(row.count) : "");
    // Not `disabled`: one that cannot be pressed can still be reached, and says why.
    this.node.setAttribute("aria-disabled", String(!row.enabled));
    this.bar.style.transform = `scaleX(${Math.min(1, Math.max(0, row.progress))})`;
    setHidden(this.bar, row.progress <= 0);
  }
}

export class CommandPanel {
  readonly panel: HTMLElement;
  readonly alerts = element("div", { class: "alerts", role: "log", "aria-label": strings.alertsLabel });
  readonly outcome = element("p", { class: "panel outcome", role: "status", hidden: true });
  private readonly purse = new Map<string, HTMLElement>();
  private readonly side = element("span", { class: "side" });
  private readonly selected = element("p", { class: "selected" });
  private readonly hint = element("p", { class: "hint" });
  private readonly orders = element("div", {
    class: "orders",
    role: "group",
    "aria-label": strings.ordersLabel,
  });
  private readonly tools: MatchTools;
  private readonly buttons: OrderButton[] = [];
  private shownAlerts = "";

  constructor(
    private readonly onPress: (action: number) => void,
    private readonly onRefused: (reason: string) => void,
    host: MatchHost,
  ) {
    this.tools = new MatchTools(onPress, host);
    const purse = element("dl", { class: "purse" });
    for (const name of [strings.gold, strings.wood, strings.supply, strings.matchTime]) {
      const value = element("dd");
      this.purse.set(name, value);
      purse.append(element("div", {}, element("dt", {}, name), value));
    }
    this.panel = element(
      "section",
      { class: "panel command", hidden: true, "aria-label": strings.wayNames.command },
      element("div", { class: "command-head" }, this.side, purse),
      this.tools.timeline,
      element("div", { class: "command-line" }, this.selected, this.tools.row),
      this.orders,
      this.hint,
    );
  }

  update(command: HudCommand | undefined): void {
    setHidden(this.panel, command === undefined);
    setHidden(this.alerts, command === undefined);
    setHidden(this.outcome, command === undefined || command.outcome === "");
    if (command === undefined) return;
    setText(this.side, command.side);
    const show = (name: string, text: string) => setText(this.purse.get(name)!, text);
    show(strings.gold, String(command.gold));
    show(strings.wood, String(command.wood));
    show(strings.supply, `${command.supply} / ${command.supply_max}`);
    const speed = command.speed === 0 ? strings.paused : strings.speedTimes(command.speed);
    const time = strings.clock(command.tick / ticksPerSecond);
    show(strings.matchTime, command.speed === 1 ? time : `${time} · ${speed}`);
    this.tools.update(command);
    setText(this.selected, command.selected === "" ? strings.nothingSelected : command.selected);
    setText(this.outcome, command.outcome);
    this.showButtons(command.buttons);
    this.showAlerts(command.alerts);
  }

  // The nodes stay where they are, so that the focus does while numbers change.
  private showButtons(rows: HudButton[]): void {
    while (this.buttons.length < rows.length) {
      const made = new OrderButton(this.onPress, this.onRefused, (hint) => setText(this.hint, hint));
      this.buttons.push(made);
      this.orders.append(made.node);
    }
    this.buttons.forEach((each, place) => {
      const row = rows[place];
      setHidden(each.node, row === undefined);
      if (row !== undefined) each.show(row);
    });
  }

  private showAlerts(alerts: string[]): void {
    const joined = alerts.join("\n");
    if (joined === this.shownAlerts) return;
    this.shownAlerts = joined;
    this.alerts.replaceChildren(...alerts.map((alert) => element("p", {}, alert)));
  }
}
