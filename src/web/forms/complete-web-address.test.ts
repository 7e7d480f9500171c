import { expect, test } from 'vitest';
import { completeWebAddress } from './complete-web-address.ts';

test.each([
  ['acme.example', 'https://acme.example'],
  [' www.acme.example/jobs?id=1#apply ', 'https://www.acme.example/jobs?id=1#apply'],
  ['acme.example:8443/jobs', 'https://acme.example:8443/jobs'],
  ['søk-kaffe.example', 'https://søk-kaffe.example'],
])('the address %j is completed to %j', (text, completed) => {
  expect(completeWebAddress(text)).toBe(completed);
});

test.each([
  '',
  'https://acme.example',
  'http://acme.example',
  'javascript:alert(1)',
  'jobs@acme.example',
  'acme',
  'acme example.com',
  '//acme.example',
])('the text %j stays as it is', (text) => {
  expect(completeWebAddress(text)).toBe(text);
});
