import { expect, test } from 'vitest';
import { embeds } from '#shared/urls/outside-paths.ts';
import { embedSnippet } from './embed-snippet.ts';

test('the snippet is a frame of the list, with its search, theme and number of jobs', () => {
  const src = `https://jobs.example${embeds.jobs({ type: 'Contract', theme: 'dark', limit: 4 })}`;
  expect(embedSnippet(src, 'Contract jobs', 640)).toBe(
    '<iframe src="https://jobs.example/embed/jobs?type=Contract&amp;theme=dark&amp;limit=4" title="Contract jobs" width="100%" height="640" style="border: 0" loading="lazy"></iframe>',
  );
});

test('the search cannot break out of the HTML attribute', () => {
  const title = 'Jobs matching “" onload="alert(1)&quot;”';
  expect(embedSnippet('https://jobs.example/embed/jobs', title, 640)).toContain(
    'title="Jobs matching “&quot; onload=&quot;alert(1)&amp;quot;”"',
  );
});
