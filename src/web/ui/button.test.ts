import { expect, test } from 'vitest';
import { buttonClass } from './button.tsx';

test.each([
  [{}, 'button'],
  [{ variant: 'secondary' }, 'button button-secondary'],
  [{ variant: 'text', className: 'js-only' }, 'text-button js-only'],
] as const)('the classes of %j are %j', (look, classes) => {
  expect(buttonClass(look)).toBe(classes);
});
