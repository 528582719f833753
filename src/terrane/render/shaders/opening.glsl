// One window of a style, in a bay whose width divides 3 m (page.vert fits walls to whole bays): its
// cell and its opening in metres, from the cell's left and the floor.
struct Opening {
  float period;
  float left;
  float right;
  float bottom;
  float top;
  float rim;      // the frame's width
  float panes;    // panes side by side
  float bars;     // panes above each other
  float mirror;   // how much the glass reflects straight on
  float balcony;  // 1: a railing before it
};

Opening shop_window(float storey) {
  return Opening(3.0, 0.22, 2.78, 0.42, storey - 0.95, 0.06, 2.0, 1.0, 0.10, 0.0);
}

// `style`: content::FacadeStyle. `drawn`: the bay's own number in [0, 1).
Opening opening_of(uint style, float storey, uint hash, float drawn) {
  float vary = float(hash & 3u) / 3.0;
  if (style == 2u) return Opening(1.5, 0.03, 1.47, 0.62, storey - 0.03, 0.03, 1.0, 1.0, 0.34, 0.0);
  if (style == 3u) return Opening(1.5, 0.0, 1.5, 0.95, storey - 0.55, 0.04, 1.0, 1.0, 0.22, 0.0);
  if (style == 4u) {
    float door = step(0.55, drawn);
    return Opening(3.0, 0.55, 2.45, mix(0.90, 0.12, door), min(2.35, storey - 0.35), 0.07, 2.0, 1.0,
                   0.10, door);
  }
  if (style == 6u) {
    return Opening(3.0, 0.4, 2.6, storey * 0.52, storey - 0.5, 0.05, 4.0, 2.0, 0.08, 0.0);
  }
  bool dense = (hash & 8u) != 0u;
  float wide = dense ? 0.80 + 0.14 * vary : 1.15 + 0.40 * vary;
  float period = dense ? 1.5 : 3.0;
  float left = 0.5 * (period - wide);
  return Opening(period, left, left + wide, 0.85, storey - 0.50, 0.06, dense ? 1.0 : 2.0, 2.0, 0.10,
                 0.0);
}

// Shares of a pixel `width` wide: x the whole opening, y the glass within its frame and bars.
vec2 opening_shares(Opening hole, float storey, vec2 uv, vec2 width) {
  float across = band(uv.x, hole.left, hole.right, hole.period, width.x);
  float upward = band(uv.y, hole.bottom, hole.top, storey, width.y);
  float pane = (hole.right - hole.left) / hole.panes;
  float rung = (hole.top - hole.bottom) / hole.bars;
  float bar = hole.rim * 0.6;
  float upright = band(uv.x - hole.left, 0.0, bar, pane, width.x) * step(1.5, hole.panes);
  float in_storey = uv.y - floor(uv.y / storey) * storey;
  float level = band(in_storey - hole.bottom, 0.0, bar, rung, width.y) * step(1.5, hole.bars);
  float clear_x = band(uv.x, hole.left + hole.rim, hole.right - hole.rim, hole.period, width.x);
  float clear_y = band(uv.y, hole.bottom + hole.rim, hole.top - hole.rim, storey, width.y);
  return vec2(across * upward, clear_x * (1.0 - upright) * clear_y * (1.0 - level));
}
