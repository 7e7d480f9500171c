import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Family } from './testing/exposition.ts';
import { type MeteredBoard, startMeteredBoard } from './testing/metered-board.ts';

const OPS = join(import.meta.dirname, '../../../../ops');

const panel = z.object({
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  description: z.string().optional(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }).optional(),
  datasource: z.object({ uid: z.string().regex(/^\$\{DS_PROMETHEUS\}$/) }).optional(),
  targets: z
    .array(z.object({ expr: z.string().min(1), legendFormat: z.string().min(1) }))
    .optional(),
});

const dashboard = z
  .object({
    __inputs: z.tuple([z.object({ name: z.literal('DS_PROMETHEUS') })]),
    panels: z.array(panel),
  })
  .parse(JSON.parse(readFileSync(join(OPS, 'grafana-dashboard.json'), 'utf8')));

const plotted = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const alerts = [
  ...readFileSync(join(OPS, 'prometheus-alerts.yaml'), 'utf8').matchAll(/^ {8}expr: (.+)$/gm),
].map(([, expr = '']) => expr);

/**
 * The PromQL functions and keywords that the dashboard and the alerts use.
 * https://prometheus.io/docs/prometheus/latest/querying/functions/
 */
const FUNCTIONS = ['sum', 'max', 'min', 'topk', 'rate', 'increase', 'histogram_quantile', 'time'];
const PROMQL = [...FUNCTIONS, 'min_over_time', 'by', 'or', 'unless', 'up'];

/** Returns the names of the metrics in a PromQL expression. Fails if the expression is invalid. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\bby \(([\w, ]*)\)/g, 'by');
  const depth = [...bare].reduce((open, character) => {
    expect(open, expr).toBeGreaterThanOrEqual(0);
    return open + (character === '(' ? 1 : 0) - (character === ')' ? 1 : 0);
  }, 0);
  expect(depth, expr).toBe(0);
  expect(bare, expr).toMatch(/^[\w\s().,*/+<>=-]+$/);
  return [...bare.matchAll(/\b[a-z_]\w*/g)]
    .map(([word]) => word)
    .filter((word) => !PROMQL.includes(word));
}

let board: MeteredBoard;
let scrape: Map<string, Family>;
beforeAll(async () => {
  board = await startMeteredBoard();
  scrape = await board.scrape();
});
afterAll(() => board.close());

const samplesOf = () =>
  [...scrape].flatMap(([name, { type }]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );

const labelsIn = (expr: string) =>
  [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', labels = '']) =>
    [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => ({ name, label })),
  );

test('the dashboard and the alerts read only metrics that the board exposes', () => {
  expect(plotted.length).toBeGreaterThan(30);
  expect(alerts.length).toBeGreaterThan(5);
  const exposed = samplesOf();
  const read = [...plotted, ...alerts].flatMap(metricsOf);
  expect(read.length).toBeGreaterThan(40);
  expect(read.filter((name) => !exposed.includes(name))).toEqual([]);
});

test('the dashboard and the alerts select only by labels that exist', () => {
  const known: Record<string, string[]> = {
    board_http_requests_total: ['method', 'route', 'status'],
    board_http_request_duration_seconds_bucket: ['method', 'route'],
    board_http_requests_refused_total: ['reason'],
    up: ['job'],
  };
  const unknown = [...plotted, ...alerts]
    .flatMap(labelsIn)
    .filter(({ name, label }) => label !== 'instance' && !known[name]?.includes(label));
  expect(unknown).toEqual([]);
});

test('the dashboard plots every metric of the board', () => {
  const read = plotted.flatMap(metricsOf).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  const own = [...scrape.keys()].filter((name) => name.startsWith('board_'));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((name) => !read.includes(name))).toEqual([]);
});

test('every panel has a description, and no panel covers another', () => {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  for (const { title, description, fieldConfig, datasource, targets } of panels) {
    expect([title, description, fieldConfig, datasource, targets]).not.toContain(undefined);
  }
  const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
  expect(rows).toEqual(['Requests', 'Cache', 'Database', 'Process', 'Board']);
  for (const [index, { gridPos: one, title }] of dashboard.panels.entries()) {
    expect(one.x + one.w, title).toBeLessThanOrEqual(24);
    for (const { gridPos: other } of dashboard.panels.slice(index + 1)) {
      const apart =
        one.x + one.w <= other.x ||
        other.x + other.w <= one.x ||
        one.y + one.h <= other.y ||
        other.y + other.h <= one.y;
      expect(apart, title).toBe(true);
    }
  }
});

test('names of metrics follow Prometheus’ conventions', () => {
  // https://prometheus.io/docs/practices/naming/
  for (const [name, { type, help }] of scrape) {
    if (!name.startsWith('board_')) continue;
    expect(help.length, name).toBeGreaterThan(10);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(name, name).not.toMatch(/_(ms|milliseconds|kb|mb|megabytes|percent)\b/);
    if (type === 'histogram') expect(name, name).toMatch(/_seconds$/);
  }
});
