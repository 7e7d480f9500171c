import assert from 'node:assert/strict';

type Sample = { name: string; labels: Record<string, string>; value: number };

export type Family = { type: string; help: string; samples: Sample[] };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const VALUE = /^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/i;

/**
 * Parses the text of a scrape, and checks it strictly: each metric must have its HELP, its TYPE and all its samples
 * together, no series may appear twice, and the buckets of a histogram must be cumulative. Returns the metrics by name.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function parseExposition(text: string): Map<string, Family> {
  assert(text.endsWith('\n'), 'the last line does not end with a newline');
  const families = new Map<string, Family>();
  const series = new Set<string>();
  let current: { name: string; family: Family } | undefined;
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      assert.match(name, NAME);
      assert(!families.has(name), `${name} appears twice`);
      current = { name, family: { type: '', help: rest, samples: [] } };
      families.set(name, current.family);
    } else if (keyword === 'TYPE') {
      if (!current || current.name !== name) throw new Error(`no HELP before: ${line}`);
      assert.match(rest, /^(counter|gauge|histogram|summary)$/);
      current.family.type = rest;
    } else {
      if (!current?.family.type) throw new Error(`no TYPE before: ${line}`);
      const sample = parseSample(line);
      const suffix = current.family.type === 'histogram' ? '_(bucket|sum|count)' : '';
      assert.match(sample.name, new RegExp(`^${current.name}${suffix}$`));
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      assert(!series.has(key), `duplicate series: ${line}`);
      series.add(key);
      current.family.samples.push(sample);
    }
  }
  for (const [name, family] of families) {
    if (family.type === 'histogram') checkBuckets(name, family.samples);
    if (family.type === 'counter') {
      for (const { value } of family.samples) assert(value >= 0, `${name} is ${value}`);
    }
  }
  return families;
}

function parseSample(line: string): Sample {
  const [, name = '', labelText = '', value = ''] = SAMPLE.exec(line) ?? [];
  assert.match(name, NAME, line);
  assert.match(value, VALUE, line);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < labelText.length) {
    const [, label, content = ''] = LABEL.exec(labelText) ?? [];
    if (label === undefined || label in labels) throw new Error(`invalid labels: ${line}`);
    labels[label] = content;
  }
  return { name, labels, value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value) };
}

function checkBuckets(name: string, samples: Sample[]): void {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const [key, group] of groups) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le } }) => (le === '+Inf' ? Infinity : Number(le)));
    const counts = buckets.map(({ value }) => value);
    assert(isAscending(bounds), `${key}: buckets are out of order`);
    assert(isAscending(counts), `${key}: a bucket has a lower count than one with a smaller bound`);
    assert.equal(bounds.at(-1), Infinity, key);
    const count = group.find((sample) => sample.name === `${name}_count`);
    assert.equal(count?.value, counts.at(-1), key);
    assert(
      group.some((sample) => sample.name === `${name}_sum`),
      `${key} has no sum`,
    );
  }
}

const isAscending = (numbers: number[]) =>
  numbers.every((number, index) => number >= (numbers[index - 1] ?? number));

/** Adds up the samples of a metric that have these labels. Returns undefined if no sample has them. */
export function sumOf(
  families: Map<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
  const matching = (family?.samples ?? []).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return matching.length === 0 ? undefined : matching.reduce((sum, { value }) => sum + value, 0);
}
