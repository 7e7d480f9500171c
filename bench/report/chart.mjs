import { parse, View } from 'vega';
import { compile } from 'vega-lite';

/** @typedef {{ p50: number, p99: number }} Times in milliseconds */
/** @typedef {{ name: string, limit: number, cached: { product: Times }, uncached: Times }} Scenario */

/** The minimum of the logarithmic axes, which cannot show zero (ms). */
const MIN_TIME = 0.01;

// The colors of the lines. Color-blind people can distinguish them.
const COLORS = { cached: '#0072b2', uncached: '#c2500a' };

// Vega writes the colors of the light theme as attributes, which CSS overrides.
const DARK = `<style>@media (prefers-color-scheme: dark) {
  svg { background: #16181d; } text { fill: #ddd; }
  [stroke="#ddd"] { stroke: #3a3d45; }
  [stroke="${COLORS.cached}"] { stroke: #56b4e9; } [stroke="${COLORS.uncached}"] { stroke: #f0914d; }
}</style>`;

/**
 * Draws an SVG with a small chart for each scenario. It shows response times by number of jobs, on logarithmic axes
 * that all charts share.
 * @param {{ jobs: number, scenarios: Scenario[] }[]} series the smallest board first, at least one
 */
export async function drawChart(series) {
  const values = series.flatMap(({ jobs, scenarios }) =>
    scenarios.flatMap(({ name, limit, cached, uncached }) =>
      Object.entries({ cached: cached.product, uncached }).flatMap(([row, { p50, p99 }]) =>
        Object.entries({ p50, p99 }).map(([part, time]) => {
          return { name, limit, jobs, row, part, ms: Math.max(MIN_TIME, time) };
        }),
      ),
    ),
  );
  const log = { type: 'quantitative', scale: { type: 'log' } };
  const axis = { values: series.map(({ jobs }) => jobs), format: '~s', title: null, grid: false };
  const x = { ...log, field: 'jobs', axis };
  const y = { ...log, axis: { title: null, tickCount: 4 } };
  const nominal = { type: 'nominal', title: null };
  const colors = { domain: Object.keys(COLORS), range: Object.values(COLORS) };
  const dashes = {
    domain: ['p99', 'p50'],
    range: [
      [1, 0],
      [5, 3],
    ],
  };
  const { spec } = compile(
    /** @type {import('vega-lite').TopLevelSpec} */ ({
      title: {
        text: 'Milliseconds until the response is complete, by number of jobs',
        subtitle:
          'Cached: all connections busy. Uncached: one request at a time. Dotted line: the goal for the uncached p99.',
        anchor: 'start',
      },
      background: '#fff',
      data: { values },
      facet: {
        field: 'name',
        type: 'nominal',
        sort: null,
        header: { title: null, labelFontWeight: 600, labelFontSize: 11 },
      },
      columns: 4,
      spacing: 30,
      spec: {
        width: 180,
        height: 90,
        layer: [
          {
            mark: { type: 'line', strokeDash: [2, 3], color: '#999' },
            encoding: { x, y: { ...y, field: 'limit' } },
          },
          {
            mark: { type: 'line', point: { size: 20 } },
            encoding: {
              x,
              y: { ...y, field: 'ms' },
              color: { ...nominal, field: 'row', scale: colors },
              strokeDash: { ...nominal, field: 'part', scale: dashes },
            },
          },
        ],
      },
      config: {
        font: 'system-ui, sans-serif',
        axis: { gridColor: '#ddd' },
        legend: { orient: 'top', symbolType: 'stroke' },
        aria: false,
      },
    }),
  );
  const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
  return `${svg.replace(/>/, ` role="img" aria-label="Response times by number of jobs">${DARK}`)}\n`;
}
