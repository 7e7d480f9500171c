import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from './options.mjs';

describe('readOptions', () => {
  it('has defaults', () => {
    expect(readOptions([])).toEqual({ seconds: 3, connections: 16 });
  });

  it('takes both options', () => {
    expect(readOptions(['--seconds', '1', '--connections=64'])).toEqual({
      seconds: 1,
      connections: 64,
    });
  });

  it('knows a request for help', () => {
    expect(readOptions(['--help'])).toBe('help');
  });

  it.each([
    [['--seconds', '0'], "--seconds must be a whole number from 1 to 600, not '0'"],
    [['--seconds', '1.5'], "--seconds must be a whole number from 1 to 600, not '1.5'"],
    [['--connections', 'many'], "--connections must be a whole number from 1 to 1000, not 'many'"],
    [['--second', '1'], "Unknown option '--second'"],
    [['--seconds'], "Option '--seconds <value>' argument missing"],
    [['/jobs'], "Unexpected argument '/jobs'"],
  ])('refuses %j in one line', (parameters, message) => {
    expect(() => readOptions(parameters)).toThrow(new UsageError(message));
  });
});
