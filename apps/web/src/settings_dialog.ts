// Settings, each kept as it is chosen, and the keys.
import { Dialog } from "./dialog";
import { element, setText } from "./dom";
import { keepSettings, qualities, units, wantsLessMotion, type Settings } from "./settings";
import * as strings from "./strings";

export interface SettingsHost {
  qualityChanged(): void;
  hourChanged(): void;
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
        motion,
        element("label", { for: "motion" }, strings.motionLabel),
      ),
      element("p", { class: "quiet" }, strings.motionHelp),
      ...keyTables(),
    );
  }

  show(): void {
    this.hour.value = String(this.settings.hour);
    this.showHour();
    this.dialog.open();
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
