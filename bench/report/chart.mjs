/**
 * @typedef {{ p50: number, p99: number }} Times in milliseconds
 */

/**
 * The measurements with one number of jobs.
 * @typedef {object} Series
 * @property {number} jobs
 * @property {{ name: string, limit: number, cached: Times, uncached: Times }[]} scenarios
 */

const COLUMNS = 4;
const PANEL = { width: 240, height: 150 };
const PLOT = { left: 44, top: 28, width: 180, height: 90 };
const HEAD = 56;

const ROWS = /** @type {const} */ (['cached', 'uncached']);
const PARTS = /** @type {const} */ (['p50', 'p99']);

// The colors are distinguishable for color-blind people, in light and dark themes.
const STYLE = `
  svg { font: 11px system-ui, sans-serif; background: #fff; }
  .paper { fill: #fff; } text { fill: #333; } .name { font-weight: 600; }
  .grid { stroke: #ddd; stroke-width: 1; } .limit { stroke: #999; stroke-dasharray: 2 3; }
  .cached { --colour: #0072b2; } .uncached { --colour: #c2500a; }
  path { fill: none; stroke: var(--colour); stroke-width: 2; } circle { fill: var(--colour); }
  .p50 { stroke-dasharray: 5 3; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    svg { background: #16181d; } .paper { fill: #16181d; } text { fill: #ddd; }
    .grid { stroke: #3a3d45; } .limit { stroke: #888; }
    .cached { --colour: #56b4e9; } .uncached { --colour: #f0914d; }
  }`;

/**
 * An SVG with a small chart for each scenario: response times by number of jobs, on shared logarithmic axes.
 * @param {Series[]} series the smallest board first, at least one
 */
export function drawChart(series) {
  const names = [...new Set(series.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))];
  const width = COLUMNS * PANEL.width;
  const height = HEAD + Math.ceil(names.length / COLUMNS) * PANEL.height;
  const scales = scalesOf(series);
  const panels = names.map((name, index) => {
    const x = (index % COLUMNS) * PANEL.width;
    const y = HEAD + Math.floor(index / COLUMNS) * PANEL.height;
    return `<g transform="translate(${x} ${y})">${drawPanel(name, series, scales)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Response times by number of jobs">
<style>${STYLE}
</style>
<rect class="paper" width="${width}" height="${height}"/>
${legend()}
${panels.join('\n')}
</svg>
`;
}

/** @param {Series[]} series */
function scalesOf(series) {
  const times = series.flatMap(({ scenarios }) =>
    scenarios.flatMap((scenario) =>
      ROWS.flatMap((row) => PARTS.map((part) => scenario[row][part])),
    ),
  );
  // The grid needs powers of ten, and zero has no logarithm.
  const low = Math.floor(Math.log10(Math.max(0.01, Math.min(...times))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...times))));
  const [first, last] = [Math.log10(series[0]?.jobs ?? 1), Math.log10(series.at(-1)?.jobs ?? 1)];
  return {
    low,
    high,
    x: (/** @type {number} */ jobs) =>
      PLOT.left + (PLOT.width * (Math.log10(jobs) - first)) / (last - first || 1),
    y: (/** @type {number} */ time) => {
      const part = (Math.log10(Math.max(10 ** low, time)) - low) / (high - low);
      return PLOT.top + PLOT.height * (1 - part);
    },
  };
}

/**
 * @param {string} name
 * @param {Series[]} series
 * @param {ReturnType<typeof scalesOf>} scales
 */
function drawPanel(name, series, { low, high, x, y }) {
  const right = PLOT.left + PLOT.width;
  const parts = [`<text class="name" x="${PLOT.left}" y="16">${escapeXml(name)}</text>`];
  for (let power = low; power <= high; power++) {
    const at = round(y(10 ** power));
    parts.push(`<path class="grid" d="M${PLOT.left} ${at}H${right}"/>`);
    parts.push(`<text x="${PLOT.left - 5}" y="${at + 4}" text-anchor="end">${10 ** power}</text>`);
  }
  const measured = series.flatMap(({ jobs, scenarios }) => {
    const scenario = scenarios.find((each) => each.name === name);
    return scenario ? [{ jobs, ...scenario }] : [];
  });
  const limit = measured[0]?.limit;
  if (limit !== undefined) {
    parts.push(`<path class="limit" d="M${PLOT.left} ${round(y(limit))}H${right}"/>`);
  }
  for (const { jobs } of series) {
    const bottom = PLOT.top + PLOT.height + 15;
    parts.push(
      `<text x="${round(x(jobs))}" y="${bottom}" text-anchor="middle">${shortCount(jobs)}</text>`,
    );
  }
  for (const row of ROWS) {
    parts.push(`<g class="${row}">`);
    for (const part of PARTS) {
      const points = measured.map((each) => [round(x(each.jobs)), round(y(each[row][part]))]);
      parts.push(
        `<path class="${part}" d="M${points.map((point) => point.join(' ')).join('L')}"/>`,
      );
      for (const [cx, cy] of points) parts.push(`<circle cx="${cx}" cy="${cy}" r="2.5"/>`);
    }
    parts.push('</g>');
  }
  return parts.join('');
}

function legend() {
  const entries = ROWS.flatMap((row) => PARTS.map((part) => ({ row, part })));
  const drawn = entries.map(
    ({ row, part }, index) =>
      `<g class="${row}" transform="translate(${PLOT.left + index * 130} 40)"><path class="${part}" d="M0 -4H28"/><text x="34">${row} ${part}</text></g>`,
  );
  return `<text x="${PLOT.left}" y="20">Milliseconds until the complete response, by number of jobs. Cached: with all connections busy; uncached: sequential; dotted: the goal for its p99</text>${drawn.join('')}`;
}

/** @param {number} number */
function shortCount(number) {
  if (number >= 1e6) return `${number / 1e6} M`;
  return number >= 1_000 ? `${number / 1_000} k` : String(number);
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
