// The keys of driving and walking as a list to change: which actions and keys there are, and what
// they are at first, the engine says.
import { button, element, setText } from "./dom";
import { keyDelete, keyEscape, keyOfCode } from "./keys";
import { keepSettings, type Keys, type Settings } from "./settings";
import * as strings from "./strings";

export interface KeysHost {
  // Of all actions, in the engine's order; null until there is an engine.
  defaultKeys(): Keys | null;
  keyName(key: number): string;
  keysChanged(): void;
}

const places = [0, 1] as const;

export class KeysEditor {
  readonly section: HTMLElement;
  private readonly list = element("dl", { class: "bindings" });
  private readonly said = element("p", { role: "status", class: "quiet" });
  private waiting: { action: string; place: number; node: HTMLButtonElement } | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly host: KeysHost,
  ) {
    this.section = element(
      "section",
      { class: "bindings-box" },
      element("h3", {}, strings.bindingsTitle),
      element("p", { class: "quiet" }, strings.bindingsHelp),
      this.list,
      this.said,
      button(strings.resetKeys, () => this.reset(), { class: "reset-keys" }),
    );
    this.list.addEventListener("keydown", (event) => this.keyDown(event));
    this.list.addEventListener("focusout", () => this.stopWaiting());
  }

  show(): void {
    setText(this.said, "");
    this.fill();
  }

  private keys(): Keys {
    return { ...this.host.defaultKeys(), ...this.settings.keys };
  }

  private fill(): void {
    this.waiting = null;
    const rows: HTMLElement[] = [];
    for (const [action, keys] of Object.entries(this.keys())) {
      const name = strings.actionNames[action] ?? action;
      const buttons = places.map((place) => {
        const key = keys[place] ?? strings.noKey;
        const made = button(key, () => this.wait(action, place, made), {
          "aria-label": strings.bindingLabel(name, place, key),
          "data-binding": `${action}-${place}`,
        });
        return made;
      });
      rows.push(element("dt", {}, name), element("dd", {}, ...buttons));
    }
    this.list.replaceChildren(...rows);
  }

  private wait(action: string, place: number, node: HTMLButtonElement): void {
    this.stopWaiting();
    this.waiting = { action, place, node };
    setText(node, strings.pressAKey);
    node.classList.add("is-waiting");
    setText(this.said, strings.pressAKey);
  }

  private stopWaiting(): void {
    if (this.waiting === null) return;
    const { action, place, node } = this.waiting;
    this.waiting = null;
    node.classList.remove("is-waiting");
    setText(node, this.keys()[action]?.[place] ?? strings.noKey);
  }

  private keyDown(event: KeyboardEvent): void {
    if (this.waiting === null || event.code === "Tab") return;
    event.preventDefault(); // Escape would close the dialog, Space press the button again
    event.stopPropagation();
    const { action, place } = this.waiting;
    const key = keyOfCode(event.code);
    if (key === keyEscape) {
      this.stopWaiting();
      setText(this.said, "");
    } else if (key === keyDelete) {
      this.set(action, place, null);
    } else if (key === 0 || /^F\d/.test(event.code)) {
      setText(this.said, strings.keyNotKnown(event.code));
    } else {
      this.set(action, place, this.host.keyName(key));
    }
  }

  private set(action: string, place: number, key: string | null): void {
    const keys = this.keys();
    const name = strings.actionNames[action] ?? action;
    let said = key === null ? strings.keyCleared(name) : strings.keySet(key, name);
    for (const [other, names] of Object.entries(keys)) {
      if (key === null || !names.includes(key)) continue;
      // One key means one thing.
      keys[other] = names.filter((each) => each !== key);
      if (other === action) continue;
      said = strings.keyTaken(key, strings.actionNames[other] ?? other, name);
    }
    const mine = [...(keys[action] ?? [])];
    if (key === null) mine.splice(place, 1);
    else if (place < mine.length) mine[place] = key;
    else mine.push(key);
    keys[action] = mine;
    this.keep(keys, said);
    this.list.querySelector<HTMLElement>(`[data-binding="${action}-${place}"]`)?.focus();
  }

  private reset(): void {
    this.keep(null, strings.keysReset);
  }

  private keep(keys: Keys | null, said: string): void {
    this.settings.keys = keys;
    keepSettings(this.settings);
    this.host.keysChanged();
    this.fill();
    setText(this.said, said);
  }
}
