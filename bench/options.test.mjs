import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from './options.mjs';

const DEFAULTS = {
  jobs: undefined,
  data: undefined,
  only: [],
  seconds: 3,
  connections: 16,
  distinctUrls: 20_000,
};

describe('readOptions', () => {
  it('returns the defaults', () => {
    expect(readOptions([])).toEqual(DEFAULTS);
  });

  it('measures synthetic jobs for one second each', () => {
    expect(readOptions(['--jobs', '10000'])).toEqual({ ...DEFAULTS, jobs: 10_000, seconds: 1 });
  });

  it('reads all options', () => {
    expect(
      readOptions(
        '--jobs 1000 --data here --only / --only /jobs --seconds 2 --connections=64 --distinct-urls 0'.split(
          ' ',
        ),
      ),
    ).toEqual({
      jobs: 1_000,
      data: 'here',
      only: ['/', '/jobs'],
      seconds: 2,
      connections: 64,
      distinctUrls: 0,
    });
  });

  it('soaks for ten minutes by default', () => {
    expect(readOptions(['--soak'])).toEqual({ soak: 600 });
    expect(readOptions(['--soak', '--seconds', '30'])).toEqual({ soak: 30 });
    expect(() => readOptions(['--soak', '--seconds', '0'])).toThrow(UsageError);
  });

  it('measures fairness with 300,000 jobs by default', () => {
    expect(readOptions(['fairness'])).toEqual({ fairness: 300_000, data: undefined });
    const parameters = ['fairness', '--jobs', '1000', '--data', 'here'];
    expect(readOptions(parameters)).toEqual({ fairness: 1_000, data: 'here' });
  });

  it('recognizes --help', () => {
    expect(readOptions(['--help'])).toBe('help');
  });

  it('recognizes --draw', () => {
    expect(readOptions(['--draw'])).toBe('draw');
  });

  it.each([
    [['--seconds', '0'], "--seconds must be a whole number from 1 to 600, not '0'"],
    [['--seconds', '1.5'], "--seconds must be a whole number from 1 to 600, not '1.5'"],
    [['--connections', 'many'], "--connections must be a whole number from 1 to 1000, not 'many'"],
    [['--jobs', '7'], "--jobs must be a whole number from 100 to 2000000, not '7'"],
    [['--data', 'here'], '--data requires --jobs'],
    [['--second', '1'], "Unknown option '--second'"],
    [['--seconds'], "Option '--seconds <value>' argument missing"],
    [['/jobs'], "Unexpected argument '/jobs'"],
  ])('refuses %j in one line', (parameters, message) => {
    expect(() => readOptions(parameters)).toThrow(new UsageError(message));
  });
});
