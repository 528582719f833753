// What the next match on the page is: chosen in the settings, or asked for by the address, as in
// ?players=hard,normal&units=120&match=main, for one visit.
import type { Settings } from "./settings";

export const opponents = ["easy", "normal", "hard", "idle", "watch"] as const;
export type Opponent = (typeof opponents)[number];
export const armies = [24, 60, 120, 400] as const;
export const matchPlaces = ["worker", "main"] as const;
export type MatchPlace = (typeof matchPlaces)[number];

export interface MatchOptions {
  players: string; // as the engine has it: "human,normal"
  units: number; // both sides together
  inWorker: boolean;
}

const unitsMax = 400;

export function matchOptions(settings: Settings): MatchOptions {
  const asked = new URLSearchParams(location.search);
  const chosen = settings.opponent === "watch" ? "hard,normal" : `human,${settings.opponent}`;
  const players = asked.get("players") ?? "";
  const units = Number(asked.get("units") ?? NaN);
  const isUnits = Number.isInteger(units) && units >= 2 && units <= unitsMax;
  return {
    players: /^[a-z]+,[a-z]+$/.test(players) ? players : chosen,
    units: isUnits ? units : settings.army,
    inWorker: (asked.get("match") ?? settings.matchPlace) !== "main",
  };
}
