// The row of a match that gives no orders: pause, speed, the last alert, giving up, and its replay
// with a timeline to seek on.
import { actionOf, Deed } from "./deeds";
import { button, element, setHidden, setText } from "./dom";
import type { HudCommand } from "./hud_model";
import * as strings from "./strings";

const speeds = [0.5, 1, 2, 4, 8];
const ticksPerSecond = 20; // rts/rules.h
const surelyMs = 4000;

export interface MatchHost {
  watchMatch(): void;
  saveReplay(): void;
  newMatch(): void;
}

export class MatchTools {
  readonly row: HTMLElement;
  readonly timeline = element("input", {
    type: "range",
    class: "timeline",
    min: "0",
    step: "1",
    "aria-label": strings.timelineLabel,
  });
  private readonly pause: HTMLButtonElement;
  private readonly speed = element("select", { "aria-label": strings.speedLabelOfMatch });
  private readonly surrender: HTMLButtonElement;
  private readonly watch: HTMLButtonElement;
  // What is seldom wanted while it goes on; at its end it opens by itself.
  private readonly more = element("details");
  private isOver = false;
  private seeking = false; // while the timeline is held
  private surelyUntilMs = 0;

  constructor(
    private readonly onPress: (action: number) => void,
    host: MatchHost,
  ) {
    const press = (deed: Deed) => () => onPress(actionOf(deed));
    this.pause = button(strings.pause, press(Deed.Pause));
    for (const speed of speeds) {
      this.speed.append(element("option", { value: String(speed) }, strings.speedTimes(speed)));
    }
    this.speed.addEventListener("change", () => {
      onPress(actionOf(Deed.Speed, Number(this.speed.value) * 256));
    });
    this.surrender = button(strings.surrender, () => this.giveUp());
    this.watch = button(strings.watchAgain, () => host.watchMatch());
    this.timeline.addEventListener("input", () => (this.seeking = true));
    this.timeline.addEventListener("change", () => {
      this.seeking = false;
      onPress(actionOf(Deed.Seek, Number(this.timeline.value)));
    });
    this.row = element(
      "div",
      { class: "match-tools", role: "group", "aria-label": strings.matchToolsLabel },
      this.pause,
      this.speed,
      button(strings.jump, press(Deed.Jump)),
      this.more,
    );
    this.more.append(
      element("summary", {}, strings.moreOfMatch),
      element(
        "div",
        { class: "panel match-more" },
        this.watch,
        button(strings.saveReplay, () => host.saveReplay()),
        button(strings.newMatch, () => host.newMatch()),
        this.surrender,
      ),
    );
  }

  // Twice within a few seconds: there is no way back.
  private giveUp(): void {
    const isSure = performance.now() < this.surelyUntilMs;
    this.surelyUntilMs = isSure ? 0 : performance.now() + surelyMs;
    if (isSure) this.onPress(actionOf(Deed.Surrender));
    this.showSurrender();
  }

  private showSurrender(): void {
    const isAsked = performance.now() < this.surelyUntilMs;
    setText(this.surrender, isAsked ? strings.surrenderSurely : strings.surrender);
  }

  update(command: HudCommand): void {
    setText(this.pause, command.speed === 0 ? strings.goOn : strings.pause);
    if (command.speed > 0 && document.activeElement !== this.speed) {
      this.speed.value = String(command.speed);
    }
    setHidden(this.surrender, command.is_spectator || command.outcome !== "");
    this.showSurrender();
    const isOver = command.outcome !== "";
    if (isOver !== this.isOver) this.more.open = isOver && !command.is_replay;
    this.isOver = isOver;
    setHidden(this.watch, command.is_replay);
    setHidden(this.timeline, !command.is_replay);
    if (!command.is_replay) return;
    this.timeline.max = String(Math.max(1, command.tick_last));
    if (!this.seeking) this.timeline.value = String(command.tick);
    const clock = (tick: number) => strings.clock(tick / ticksPerSecond);
    const said = strings.timelineText(clock(command.tick), clock(command.tick_last));
    if (!this.seeking) this.timeline.setAttribute("aria-valuetext", said);
  }
}
