// Where to go: a place box, a seed, a file, and a list to begin with.
import { Dialog } from "./dialog";
import { button, element, setText } from "./dom";
import { defaultView, isCity, isDropped, isSeed, type View } from "./link";
import { isLive, liveWorld } from "./fetch_live";
import { isInTown, readPlace } from "./place";
import * as strings from "./strings";

const list: readonly (readonly [keyof typeof strings.placeList, Partial<View>])[] = [
  ["cityStart", { world: "city:412", place: null }],
  ["cityMiddle", { world: "city:412", place: [0, 0] }],
  ["cityShore", { world: "city:412", place: [-1000, 600], headingDeg: 240 }],
  ["townSquare", { world: "osm:", place: [-29.99748, -9.99763], headingDeg: 200 }],
  ["townHarbour", { world: "osm:", place: [-29.9972, -9.9932], headingDeg: 262 }],
  ["townChurch", { world: "osm:", place: [-29.9985, -9.9972], headingDeg: 20 }],
];

export interface PlacesHost {
  world(): string;
  // Opens a view in the way that is open.
  open(view: Partial<View>): void;
  openFile(file: File): void;
}

export class PlacesDialog {
  readonly dialog: Dialog;
  private readonly place = element("input", {
    id: "place",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "place-help place-error",
  });
  private readonly placeError = element("p", { id: "place-error", class: "trouble", role: "alert" });
  private readonly placeHelp = element("p", { id: "place-help", class: "quiet" });
  private readonly seed = element("input", {
    id: "seed",
    autocomplete: "off",
    spellcheck: "false",
    value: "412",
    "aria-describedby": "seed-help seed-error",
  });
  private readonly seedError = element("p", { id: "seed-error", class: "trouble", role: "alert" });
  private readonly file = element("input", {
    id: "file",
    type: "file",
    accept: ".json,.trr,application/json",
    "aria-describedby": "file-help",
  });

  constructor(
    private readonly host: PlacesHost,
    onClose: () => void,
  ) {
    this.dialog = new Dialog(strings.placesTitle, onClose, "places");
    const placeForm = element(
      "form",
      { novalidate: true },
      element("label", { for: "place" }, strings.placeLabel),
      element("div", { class: "row" }, this.place, element("button", { type: "submit" }, strings.go)),
      this.placeError,
      this.placeHelp,
    );
    placeForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.goToPlace();
    });
    const seedForm = element(
      "form",
      { novalidate: true },
      element("label", { for: "seed" }, strings.seedLabel),
      element(
        "div",
        { class: "row" },
        this.seed,
        element("button", { type: "submit" }, strings.openCity),
      ),
      this.seedError,
      element("p", { id: "seed-help", class: "quiet" }, strings.seedHelp),
    );
    seedForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.openSeed();
    });
    this.file.addEventListener("change", () => {
      const file = this.file.files?.[0];
      this.file.value = "";
      if (file === undefined) return;
      this.dialog.close();
      host.openFile(file);
    });
    const rows = list.map(([name, view]) =>
      element("li", {}, button(strings.placeList[name], () => this.open(view), { class: "place-row" })),
    );
    this.dialog.body.append(
      placeForm,
      element("h3", {}, strings.listTitle),
      element("ul", { class: "place-list" }, ...rows),
      seedForm,
      element(
        "div",
        { class: "file-box" },
        element("label", { for: "file" }, strings.fileLabel),
        this.file,
        element("p", { id: "file-help", class: "quiet" }, strings.fileHelp),
      ),
    );
  }

  show(): void {
    setText(this.placeError, "");
    setText(this.seedError, "");
    const inCity = isCity(this.host.world());
    setText(
      this.placeHelp,
      inCity ? `${strings.placeHelpCity} ${strings.placeHelpMap}` : strings.placeHelpMap,
    );
    this.dialog.open();
    this.place.focus();
  }

  private open(view: Partial<View>): void {
    this.dialog.close();
    this.host.open({ ...view, headingDeg: view.headingDeg ?? defaultView.headingDeg });
  }

  private goToPlace(): void {
    const world = this.host.world();
    const read = readPlace(this.place.value, isCity(world));
    if ("refused" in read) return setText(this.placeError, read.refused);
    const place = [read.first, read.second] as const;
    // Two numbers mean what the open world means by them, in a city and in a map of somebody's own.
    if (read.kind === "pair" && (isCity(world) || isDropped(world))) {
      return this.open({ world, place });
    }
    // Any other place on the earth is the town's, which is always at hand, or asked of a server.
    if (isInTown(...place)) return this.open({ world: "osm:", place });
    this.open({ world: isLive(world) ? world : liveWorld(), place });
  }

  private openSeed(): void {
    const seed = this.seed.value.trim();
    if (!isSeed(seed)) return setText(this.seedError, strings.seedBad);
    this.open({ world: `city:${seed}`, place: null });
  }
}
