// Everything on the screen over and beside the view: which parts there are and where they hang.
// What choosing them does is the host's (app.ts).
import { AboutDialog } from "./about_dialog";
import { CommandPanel } from "./command_panel";
import { button, element, setText } from "./dom";
import { InputKind, type InputRecord } from "./engine";
import { icon, type IconName } from "./icons";
import { HudView, StreamingPanel } from "./hud_view";
import type { Hud } from "./hud_model";
import { wayNamesInOrder, type View, type WayName } from "./link";
import { Loading } from "./loading";
import { MapInset } from "./map_inset";
import { Messages } from "./messages";
import { PlacesDialog } from "./places_dialog";
import { keepSettings, type Keys, type Settings } from "./settings";
import { SettingsDialog } from "./settings_dialog";
import type { Stage } from "./stage";
import * as strings from "./strings";
import { Touch } from "./touch";
import { Welcome } from "./welcome";

export interface ScreenHost {
  way(way: WayName): void;
  open(view: Partial<View>): void;
  openFile(file: File): void;
  world(): string;
  photo(): void;
  record(): void;
  share(): void;
  retry(): void;
  qualityChanged(): void;
  hourChanged(): void;
  volumeChanged(): void;
  keysChanged(): void;
  defaultKeys(): Keys | null;
  keyName(key: number): string;
  watchMatch(): void;
  saveReplay(): void;
  newMatch(): void;
  running(): readonly (readonly [string, string])[];
  send(record: InputRecord): void;
  usesMouseItself(): boolean;
  pixelScale(): number;
  lostFocus(): void;
}

export class Screen {
  readonly root = element("div", { class: "page" });
  readonly loading = new Loading();
  readonly messages = new Messages();
  readonly map = new MapInset();
  private readonly hud = new HudView();
  private readonly streaming: StreamingPanel;
  private readonly command: CommandPanel;
  private readonly welcome: Welcome;
  private readonly touch: Touch;
  private readonly ways = new Map<WayName, HTMLButtonElement>();
  private readonly recordButton: HTMLButtonElement;
  private readonly streamingButton: HTMLButtonElement;

  constructor(
    private readonly settings: Settings,
    private readonly stage: Stage,
    private readonly host: ScreenHost,
  ) {
    const focusView = () => stage.node.focus({ preventScroll: true });
    const places = new PlacesDialog(host, focusView);
    const settingsDialog = new SettingsDialog(settings, host, focusView);
    const about = new AboutDialog(focusView);
    this.streaming = new StreamingPanel(() => host.retry());
    this.command = new CommandPanel(
      (action) => {
        host.send({ kind: InputKind.Panel, action });
      },
      (reason) => this.messages.say(reason),
      host,
    );
    this.welcome = new Welcome((way) => host.way(way));
    this.touch = new Touch(stage.node, host.send, host.usesMouseItself, host.pixelScale);
    this.recordButton = this.tool("record", strings.record, () => host.record());
    this.streamingButton = this.tool("streaming", strings.streaming, () => this.toggleStreaming());
    this.streamingButton.setAttribute("aria-controls", "streaming");

    const wayButtons = wayNamesInOrder.map((way) => {
      const made = button(strings.wayNames[way], () => {
        host.way(way);
        focusView();
      });
      this.ways.set(way, made);
      return made;
    });
    const header = element(
      "header",
      { class: "top" },
      element("nav", { class: "panel ways-bar", "aria-label": strings.waysLabel }, ...wayButtons),
      element(
        "div",
        { class: "panel tools", role: "toolbar", "aria-label": strings.toolbarLabel },
        this.tool("places", strings.places, () => this.whileOpen(() => places.show())),
        this.tool("share", strings.share, () => host.share()),
        this.tool("photo", strings.photo, () => host.photo()),
        this.recordButton,
        this.streamingButton,
        this.tool("fullScreen", strings.fullScreen, () => void toggleFullScreen()),
        this.tool("settings", strings.settings, () => this.whileOpen(() => settingsDialog.show())),
        this.tool("about", strings.about, () => this.whileOpen(() => about.show(host.running()))),
      ),
    );
    const main = element(
      "main",
      {},
      stage.node,
      this.welcome.card,
      this.streaming.panel,
      this.command.alerts,
      this.command.outcome,
      element(
        "div",
        { class: "bottom-left" },
        this.map.node,
        this.hud.notice,
        element("div", { class: "travel-row" }, this.hud.travel, this.hud.place),
      ),
      this.command.panel,
      element(
        "div",
        { class: "bottom-right" },
        this.messages.list,
        this.loading.box,
        this.hud.attribution,
      ),
      this.touch.overlay,
    );
    this.root.append(
      header,
      main,
      places.dialog.node,
      settingsDialog.dialog.node,
      about.dialog.node,
      this.messages.problemDialog,
    );
    this.setStreaming(settings.streaming);
  }

  get welcomeIsHidden(): boolean {
    return this.welcome.card.hidden !== false;
  }

  showWelcome(shown: boolean): void {
    this.welcome.show(shown);
    document.documentElement.toggleAttribute("data-welcome", shown);
    if (!shown) this.stage.node.focus({ preventScroll: true });
  }

  showWay(way: WayName): void {
    for (const [each, made] of this.ways) made.setAttribute("aria-pressed", String(each === way));
    this.touch.showPedals(way === "drive");
    document.documentElement.dataset.way = way;
  }

  showRecording(running: boolean): void {
    const label = running ? strings.stopRecording : strings.record;
    setText(this.recordButton.querySelector("span")!, label);
    this.recordButton.title = label;
    this.recordButton.classList.toggle("is-on", running);
  }

  update(hud: Hud, device: string): void {
    this.hud.update(hud, this.settings.units);
    this.streaming.update(hud.streaming, hud.command, device, this.map.tileMs);
    this.command.update(hud.command);
    this.touch.showPedals(hud.travel !== undefined && document.documentElement.dataset.way === "drive");
  }

  // In a narrow window only the sign is seen; the words are still read out and shown on hovering.
  private tool(sign: IconName, label: string, onClick: () => void): HTMLButtonElement {
    const made = button("", onClick, { title: label });
    made.append(icon(sign), element("span", { class: "tool-label" }, label));
    return made;
  }

  // Nothing stays held while a dialog has the focus.
  private whileOpen(show: () => void): void {
    this.host.lostFocus();
    show();
  }

  private toggleStreaming(): void {
    this.settings.streaming = !this.settings.streaming;
    keepSettings(this.settings);
    this.setStreaming(this.settings.streaming);
  }

  private setStreaming(shown: boolean): void {
    this.streaming.panel.hidden = !shown;
    this.streamingButton.setAttribute("aria-expanded", String(shown));
    this.streamingButton.classList.toggle("is-on", shown);
  }
}

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
  else await document.exitFullscreen();
}
