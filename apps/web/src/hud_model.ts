// The HUD's model as the engine writes it (src/terrane/play/hud.h, apps/web/engine/hud_json.cpp).

export interface HudStreaming {
  pieces: number;
  wanted: number;
  queued: number;
  update_ms: number;
  update_ms_p99: number;
  update_ms_max: number;
  frames_per_second: number;
  draw_calls: number;
  triangles: number;
  first_world_ready: boolean;
  transport: string;
  trouble: string;
  failures: string[];
  queries: number;
  bytes_fetched: number;
}

export interface HudTravel {
  speed_m_s: number;
  heading_deg: number;
  street: string;
  place: string;
  notice: string;
  is_free: boolean;
}

export interface HudButton {
  action: number;
  label: string;
  hint: string;
  key: string;
  enabled: boolean;
  reason: string;
  progress: number;
  count: number;
}

export interface HudCommand {
  side: string;
  is_spectator: boolean;
  gold: number;
  wood: number;
  supply: number;
  supply_max: number;
  tick: number;
  speed: number;
  is_replay: boolean;
  tick_last: number;
  selected: string;
  buttons: HudButton[];
  alerts: string[];
  outcome: string;
  tick_ms: number;
  cross_ms: number; // decode and blend on the page's thread
  in_worker: boolean;
  trouble: string; // why it is not, though it was asked to
}

export interface Hud {
  world: string;
  attribution: string;
  caption: string;
  streaming: HudStreaming;
  travel?: HudTravel;
  command?: HudCommand;
}

// Null while no way is open.
export function parseHud(text: string): Hud | null {
  const hud = JSON.parse(text) as Partial<Hud>;
  return hud.streaming === undefined ? null : (hud as Hud);
}
