// Which part of a plane is seen, and where. Pure geometry: no page in it.

export class Camera {
  constructor(points) {
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const range = (values) => (values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1]);
    [this.left, this.right] = range(xs);
    [this.top, this.bottom] = range(ys);
    this.width = this.height = 1;
    this.moved = false;
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    if (!this.moved) this.reset();
  }

  // Everything in view, with a margin.
  reset() {
    const spread = (low, high) => Math.max(high - low, 1e-9);
    this.scale =
      0.9 * Math.min(this.width / spread(this.left, this.right), this.height / spread(this.top, this.bottom));
    this.x = (this.left + this.right) / 2;
    this.y = (this.top + this.bottom) / 2;
    this.moved = false;
  }

  toScreen({ x, y }) {
    return { x: this.width / 2 + (x - this.x) * this.scale, y: this.height / 2 - (y - this.y) * this.scale };
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
    this.moved = true;
  }

  // What lies under `at` (in pixels; the middle by default) stays there.
  zoom(factor, at = { x: this.width / 2, y: this.height / 2 }) {
    const [dx, dy] = [at.x - this.width / 2, at.y - this.height / 2];
    const next = this.scale * factor;
    this.x += dx / this.scale - dx / next;
    this.y -= dy / this.scale - dy / next;
    this.scale = next;
    this.moved = true;
  }

  centre({ x, y }) {
    [this.x, this.y, this.moved] = [x, y, true];
  }

  // The point nearest to `at`, if one is within `reach` pixels; of the group `only`, unless that is null.
  nearest(points, at, reach, only = null) {
    let best = null;
    let least = reach * reach;
    for (const point of points) {
      if (only !== null && point.group !== only) continue;
      const { x, y } = this.toScreen(point);
      const distance = (x - at.x) ** 2 + (y - at.y) ** 2;
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  }
}
