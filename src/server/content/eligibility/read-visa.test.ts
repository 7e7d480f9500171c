import { expect, test } from 'vitest';
import { offersVisa } from './read-visa.ts';

test.each([
  'Visa sponsorship',
  '- Relocation and visa sponsorship\n- Lunch',
  'We sponsor visas and pay for your move.',
  'We are happy to sponsor your work visa.',
  'You get a relocation package (including visa support).',
])('a text that offers visa sponsorship: %s', (text) => {
  expect(offersVisa(text)).toBe(true);
});

test.each([
  '',
  'We issue Visa cards.',
  'We cannot sponsor visas.',
  'We don’t offer visa sponsorship for this role.',
  'Visa sponsorship\nAt this time, we are unable to provide visa sponsorship.',
  '## Visa sponsorship\nSponsorship is not available for this role.',
  'Will you require visa sponsorship?',
  'You manage visa support for our clients.',
])('a text that offers no visa sponsorship: %s', (text) => {
  expect(offersVisa(text)).toBe(false);
});
