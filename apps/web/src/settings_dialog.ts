// Settings, each kept as it is chosen, and the keys.
import { Dialog } from "./dialog";
import { element, setText } from "./dom";
import { KeysEditor, type KeysHost } from "./keys_editor";
import { armies, matchPlaces, opponents } from "./match_options";
import { keepSettings, qualities, units, wantsLessMotion, type Settings } from "./settings";
import * as strings from "./strings";

export interface SettingsHost extends KeysHost {
  qualityChanged(): void;
  hourChanged(): void;
  volumeChanged(): void;
}

export class SettingsDialog {
  readonly dialog: Dialog;
  private readonly hour = element("input", {
    id: "hour",
    type: "range",
    min: "0",
    max: "23.75",
    step: "0.25",
  });
  private readonly hourText = element("output", { for: "hour" });
  private readonly volume = element("input", {
    id: "volume",
    type: "range",
    min: "0",
    max: "1",
    step: "0.05",
  });
  private readonly volumeText = element("output", { for: "volume" });
  private readonly keys: KeysEditor;

  constructor(
    private readonly settings: Settings,
    host: SettingsHost,
    onClose: () => void,
  ) {
    this.dialog = new Dialog(strings.settingsTitle, onClose, "settings");
    const quality = this.choice("quality", strings.qualityLabel, qualities, strings.qualityNames);
    quality.select.value = settings.quality;
    quality.select.addEventListener("change", () => {
      settings.quality = qualities.find((each) => each === quality.select.value) ?? "auto";
      keepSettings(settings);
      host.qualityChanged();
    });
    const unit = this.choice("units", strings.unitsLabel, units, strings.unitNames);
    unit.select.value = settings.units;
    unit.select.addEventListener("change", () => {
      settings.units = units.find((each) => each === unit.select.value) ?? "metric";
      keepSettings(settings);
    });
    this.hour.addEventListener("input", () => {
      settings.hour = Number(this.hour.value);
      this.showHour();
      keepSettings(settings);
      host.hourChanged();
    });
    this.volume.addEventListener("input", () => {
      settings.volume = Number(this.volume.value);
      this.showVolume();
      keepSettings(settings);
      host.volumeChanged();
    });
    this.keys = new KeysEditor(settings, host);
    const motion = element("input", { id: "motion", type: "checkbox" });
    motion.checked = wantsLessMotion(settings);
    motion.addEventListener("change", () => {
      settings.lessMotion = motion.checked;
      keepSettings(settings);
      this.applyMotion();
    });
    this.applyMotion();
    this.dialog.body.append(
      element("div", { class: "fields" }, ...quality.parts, ...unit.parts),
      element(
        "div",
        { class: "field" },
        element("label", { for: "hour" }, strings.hourLabel),
        this.hour,
        this.hourText,
      ),
      element(
        "div",
        { class: "field" },
        element("label", { for: "volume" }, strings.volumeLabel),
        this.volume,
        this.volumeText,
      ),
      element(
        "div",
        { class: "field" },
        motion,
        element("label", { for: "motion" }, strings.motionLabel),
      ),
      element("p", { class: "quiet" }, strings.motionHelp),
      ...this.matchFields(),
      this.keys.section,
      ...keyTables(),
    );
  }

  show(): void {
    this.hour.value = String(this.settings.hour);
    this.showHour();
    this.volume.value = String(this.settings.volume);
    this.showVolume();
    this.keys.show();
    this.dialog.open();
  }

  // Of the match that is opened next.
  private matchFields(): HTMLElement[] {
    const { settings } = this;
    const against = this.choice("opponent", strings.opponentLabel, opponents, strings.opponentNames);
    against.select.value = settings.opponent;
    against.select.addEventListener("change", () => {
      settings.opponent = opponents.find((each) => each === against.select.value) ?? "normal";
      keepSettings(settings);
    });
    const army = element("select", { id: "army" });
    for (const units of armies) army.append(element("option", {}, String(units)));
    army.value = String(settings.army);
    army.addEventListener("change", () => {
      settings.army = Number(army.value);
      keepSettings(settings);
    });
    const runs = this.choice("runs", strings.matchPlaceLabel, matchPlaces, strings.matchPlaceNames);
    runs.select.value = settings.matchPlace;
    runs.select.addEventListener("change", () => {
      settings.matchPlace = matchPlaces.find((each) => each === runs.select.value) ?? "worker";
      keepSettings(settings);
    });
    const armyLabel = element("label", { for: "army" }, strings.armyLabel);
    const fields = [...against.parts, armyLabel, army, ...runs.parts];
    return [element("h3", {}, strings.matchTitle), element("div", { class: "fields" }, ...fields)];
  }

  private showVolume(): void {
    setText(this.volumeText, strings.volumeText(this.settings.volume));
  }

  private showHour(): void {
    setText(this.hourText, strings.hourText(this.settings.hour));
  }

  private applyMotion(): void {
    document.documentElement.classList.toggle("less-motion", wantsLessMotion(this.settings));
  }

  private choice<T extends string>(
    id: string,
    label: string,
    values: readonly T[],
    names: Record<T, string>,
  ): { select: HTMLSelectElement; parts: HTMLElement[] } {
    const select = element("select", { id });
    for (const value of values) select.append(element("option", { value }, names[value]));
    return { select, parts: [element("label", { for: id }, label), select] };
  }
}

function keyTables(): HTMLElement[] {
  const names = Object.keys(strings.keysFor) as (keyof typeof strings.keysFor)[];
  const tables = names.map((name) => {
    const list = element("dl");
    for (const [keys, meaning] of strings.keyRows[name]) {
      list.append(element("dt", {}, keys), element("dd", {}, meaning));
    }
    return element("section", {}, element("h4", {}, strings.keysFor[name]), list);
  });
  return [element("h3", {}, strings.keysTitle), element("div", { class: "keys" }, ...tables)];
}
