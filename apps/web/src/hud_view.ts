// The HUD of driving and walking: speed, compass, street and place, attribution, and the streaming
// panel. Lays out what the engine says; decides nothing.
import { element, setHidden, setText } from "./dom";
import type { Hud, HudCommand, HudStreaming, HudTravel } from "./hud_model";
import type { Units } from "./settings";
import * as strings from "./strings";

const metresAMile = 1609.344;

export class HudView {
  readonly travel: HTMLElement;
  readonly place: HTMLElement;
  readonly attribution = element("p", {
    class: "attribution",
    hidden: true,
  });
  readonly notice = element("p", { class: "notice", role: "status", hidden: true });
  private readonly speed = element("span", { class: "speed-number" });
  private readonly unit = element("span", { class: "speed-unit" });
  private readonly heading = element("span", { class: "heading-text" });
  private readonly needle = element("span", { class: "needle", "aria-hidden": "true" });
  private readonly street = element("span", { class: "street" });
  private readonly district = element("span", { class: "district" });

  constructor() {
    this.travel = element(
      "section",
      { class: "panel travel", hidden: true, "aria-label": strings.speedLabel },
      element("div", { class: "speed" }, this.speed, this.unit),
      element("div", { class: "compass" }, this.needle, this.heading),
    );
    this.place = element("p", { class: "panel place", hidden: true }, this.street, this.district);
  }

  update(hud: Hud, units: Units): void {
    setText(this.attribution, hud.attribution);
    setHidden(this.attribution, hud.attribution === "");
    const said = hud.travel?.notice || hud.caption;
    setText(this.notice, said);
    setHidden(this.notice, said === "");
    setHidden(this.travel, hud.travel === undefined);
    const travel = hud.travel;
    setHidden(this.place, !travel || (travel.street === "" && travel.place === ""));
    if (travel) this.updateTravel(travel, units);
  }

  private updateTravel(travel: HudTravel, units: Units): void {
    const anHour = travel.speed_m_s * 3600;
    const speed = units === "metric" ? anHour / 1000 : anHour / metresAMile;
    setText(this.speed, travel.is_free ? "–" : String(Math.round(Math.abs(speed))));
    setText(
      this.unit,
      travel.is_free ? strings.freeCamera : units === "metric" ? strings.kmh : strings.mph,
    );
    const degrees = Math.round(travel.heading_deg) % 360;
    const point = strings.compassPoints[Math.round(degrees / 45) % 8]!;
    setText(this.heading, strings.headingText(degrees, point));
    this.needle.style.transform = `rotate(${-travel.heading_deg}deg)`;
    setText(this.street, travel.street);
    setText(this.district, travel.place);
    setHidden(this.street, travel.street === "");
    setHidden(this.district, travel.place === "");
  }
}

type Row = keyof typeof strings.streamingRows;

export class StreamingPanel {
  readonly panel: HTMLElement;
  private readonly values = new Map<Row, HTMLElement>();
  private readonly trouble = element("p", { class: "trouble", hidden: true });
  private readonly failures = element("ul", { class: "failures" });
  private shownFailures = "";

  constructor(private readonly onRetry: () => void) {
    const list = element("dl");
    for (const row of Object.keys(strings.streamingRows) as Row[]) {
      const value = element("dd");
      this.values.set(row, value);
      list.append(element("dt", {}, strings.streamingRows[row]), value);
    }
    this.panel = element(
      "section",
      {
        class: "panel streaming",
        hidden: true,
        "aria-label": strings.streaming,
        id: "streaming",
        tabindex: "0", // it scrolls in a low window
      },
      element("h2", {}, strings.streaming),
      list,
      this.trouble,
      this.failures,
    );
  }

  update(
    streaming: HudStreaming,
    command: HudCommand | undefined,
    device: string,
    mapTileMs: number,
  ): void {
    if (this.panel.hidden) return;
    const show = (row: Row, text: string) => setText(this.values.get(row)!, text);
    show("pieces", streaming.pieces.toLocaleString());
    show("wanted", streaming.wanted.toLocaleString());
    show("queued", streaming.queued.toLocaleString());
    show("builds", streaming.transport);
    show("frames", streaming.frames_per_second.toFixed(0));
    show("update", strings.milliseconds(streaming.update_ms));
    show("p99", strings.milliseconds(streaming.update_ms_p99));
    show("max", strings.milliseconds(streaming.update_ms_max));
    show("calls", streaming.draw_calls.toLocaleString());
    show("triangles", streaming.triangles.toLocaleString());
    show("device", device);
    this.showRow("queries", streaming.queries > 0);
    show("queries", strings.queriesText(streaming.queries, streaming.bytes_fetched));
    this.showRow("map", command === undefined);
    show("map", strings.milliseconds(mapTileMs));
    for (const row of ["match", "matchTick", "matchShown"] as const) {
      this.showRow(row, command !== undefined);
    }
    if (command !== undefined) {
      show("match", command.in_worker ? strings.matchInWorker : strings.matchOnPage);
      show("matchTick", strings.milliseconds(command.tick_ms));
      show("matchShown", strings.milliseconds(command.cross_ms));
    }
    setText(this.trouble, streaming.trouble);
    setHidden(this.trouble, streaming.trouble === "");
    this.showFailures(streaming.failures);
  }

  private showRow(row: Row, shown: boolean): void {
    const value = this.values.get(row)!;
    setHidden(value, !shown);
    setHidden(value.previousElementSibling as HTMLElement, !shown);
  }

  private showFailures(failures: string[]): void {
    const joined = failures.join("\n");
    if (joined === this.shownFailures) return;
    this.shownFailures = joined;
    const rows = failures.map((failure) => element("li", {}, failure));
    if (rows.length > 0) {
      const again = element("button", { type: "button" }, strings.retry);
      again.addEventListener("click", this.onRetry);
      rows.push(element("li", {}, again));
    }
    this.failures.replaceChildren(...rows);
  }
}
