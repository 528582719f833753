// The tools' signs, as paths of a 24 x 24 field drawn with lines.
const space = "http://www.w3.org/2000/svg";

const paths = {
  places: "M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21z M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  share: "M9.5 14.5l5-5 M11 6.5l2-2a4.2 4.2 0 0 1 6 6l-2 2 M13 17.5l-2 2a4.2 4.2 0 0 1-6-6l2-2",
  photo: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4z M12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  record: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  streaming: "M5 20v-6 M10 20V9 M15 20v-9 M20 20V4",
  fullScreen: "M4 9V4h5 M15 4h5v5 M20 15v5h-5 M9 20H4v-5",
  settings: "M4 7h9 M17 7h3 M15 4.8v4.4 M4 17h3 M11 17h9 M9 14.8v4.4 M4 12h16",
  about: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z M12 11.5v5 M12 8v.01",
} as const;
export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}
