import { describe, expect, it } from 'vitest';
import { drawChart } from './chart.mjs';
import { replaceWritten } from './draw.mjs';

const times = (/** @type {number} */ p50) => ({ p50, p99: 3 * p50 });
const series = [10_000, 1_000_000].map((jobs) => ({
  jobs,
  lines: ['/', '/jobs?q=a&b<c'].map((name) => ({
    name,
    limit: 10,
    cached: times(0.5),
    uncached: times(jobs / 100_000),
  })),
}));

describe('drawChart', () => {
  const svg = drawChart(series);

  it('is well-formed', () => {
    /** @type {string[]} */
    const open = [];
    const withoutTags = svg.replace(
      /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<>]*")*)(\/?)>/g,
      (...parts) => {
        const [, closes, name, , empty] = parts;
        if (closes) expect(open.pop()).toBe(name);
        else if (!empty) open.push(name);
        return '';
      },
    );
    expect(open).toEqual([]);
    expect(withoutTags).not.toMatch(/[<>]|&(?!amp;|lt;)/);
  });

  it('has a panel for each line, and no number that is none', () => {
    expect(svg.match(/class="name"/g)).toHaveLength(2);
    expect(svg).toContain('/jobs?q=a&amp;b&lt;c');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('draws a single size, and a line that one size does not have', () => {
    const [small, large] = series;
    const without = { jobs: 10, lines: small?.lines.slice(1) ?? [] };
    expect(drawChart([without])).not.toMatch(/NaN|Infinity/);
    expect(drawChart([without, ...(large ? [large] : [])])).not.toMatch(/NaN|Infinity|d="M"/);
  });
});

describe('replaceWritten', () => {
  const BEGIN = '<!-- Written by `npm run bench -- --draw`: -->';
  const END = '<!-- End of what is written. -->';

  it('replaces what stands between the marks, and nothing else', () => {
    expect(replaceWritten(`before\n${BEGIN}\nold\n${END}\nafter`, 'new')).toBe(
      `before\n${BEGIN}\n\nnew\n\n${END}\nafter`,
    );
  });

  it('refuses a document without them', () => {
    expect(() => replaceWritten('before', 'new')).toThrow('needs the lines');
  });
});
