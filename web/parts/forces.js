// Where to draw the nodes of a small graph: springs along edges, repulsion between all, a pull to the middle. The same
// graph always gets the same picture. Pure: positions in, positions out.

const SPRING = 105;

// Nodes on circles around the centre, which is the first.
export function startPositions(number) {
  return Array.from({ length: number }, (_, i) => {
    if (i === 0) return { x: 0, y: 0 };
    const angle = i * 2.399963; // the golden angle: no two in a line
    const radius = SPRING * Math.sqrt(0.6 + i / 6);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

// One step; `heat` falls from 1 to 0. Nodes in `fixed` stay where they are.
export function relax(positions, edges, heat, fixed = new Set()) {
  const force = positions.map(() => ({ x: 0, y: 0 }));
  const push = (i, j, strength, dx, dy) => {
    force[i].x += strength * dx;
    force[i].y += strength * dy;
    force[j].x -= strength * dx;
    force[j].y -= strength * dy;
  };
  for (let i = 0; i < positions.length; ++i) {
    for (let j = 0; j < i; ++j) {
      const dx = positions[i].x - positions[j].x || 0.1 * (i - j);
      const dy = positions[i].y - positions[j].y || 0.1;
      const square = Math.max(100, dx * dx + dy * dy);
      push(i, j, 9000 / (square * Math.sqrt(square)), dx * 1.15, dy * 1.6); // labels are wide: keep lines apart
    }
  }
  for (const [i, j] of edges) {
    if (i === j) continue;
    const dx = positions[j].x - positions[i].x;
    const dy = positions[j].y - positions[i].y;
    const length = Math.max(1, Math.hypot(dx, dy));
    push(i, j, (0.12 * (length - SPRING)) / length, dx, dy);
  }
  return positions.map((at, i) => {
    if (fixed.has(i)) return at;
    const fx = force[i].x - 0.012 * at.x;
    const fy = force[i].y - 0.018 * at.y;
    const size = Math.hypot(fx, fy);
    const step = Math.min(size, 30 * heat) / (size || 1);
    return { x: at.x + fx * step, y: at.y + fy * step };
  });
}

// A layout at rest.
export function layOut(number, edges, rounds = 260) {
  let positions = startPositions(number);
  for (let i = 0; i < rounds; ++i) positions = relax(positions, edges, 1 - i / rounds, new Set([0]));
  return positions;
}

// The box that holds all, with a margin: {x, y, width, height}.
export function bounds(positions, margin = 60) {
  const xs = positions.map((p) => p.x);
  const ys = positions.map((p) => p.y);
  const [left, right] = [Math.min(...xs) - margin * 1.6, Math.max(...xs) + margin * 1.6];
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
