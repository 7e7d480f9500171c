import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { sectionsOf } from '#server/content/dictionary/sections.ts';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import { seedRandom } from '#server/modules/search/testing/random.ts';
import type { Job } from '#shared/contract/job-responses.ts';

/** An imported job: its stored description in Markdown, and the HTML of its source. */
export type ComparedText = { job: Job; markdown: string; html: string };

/** Matches sentences that may demand an office. Most of them do not: people read the sample. */
const OFFICE =
  /[^.\n]*(?:\bdays? (?:a|per|each) week\b[^.\n]{0,80}\boffice|\boffice\b[^.\n]{0,80}\bdays? (?:a|per|each) week|\bhybrid (?:role|position|work)|\bnot (?:a )?remote\b)[^.\n]*/i;

/** Matches bold labels in HTML, such as `<strong>Location: </strong>`. */
const BOLD_LABEL = /<(strong|b)>([^<>]{2,80}?[:.])(?:\s|&nbsp;)*<\/\1>/g;

/** The number of jobs and skills that are printed for reading. */
const SAMPLE = 100;

/** Reads the descriptions of recorded feeds, by the id of the job at its source. */
export async function readDescriptions(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of await readdir(folder)) {
    const { jobs } = JSON.parse(await readFile(join(folder, file), 'utf8'));
    for (const { id, descriptionHtml } of jobs ?? []) found.set(id, descriptionHtml ?? '');
  }
  return found;
}

/** The remote jobs whose text may demand an office, each with the sentence. */
export function remoteJobsWithOffice(texts: ComparedText[]): string[] {
  return texts.flatMap(({ job, markdown }) => {
    const sentence = job.workplace === 'remote' ? OFFICE.exec(markdown)?.[0] : undefined;
    return sentence === undefined ? [] : [`${job.title}: ${sentence.trim().slice(0, 200)}`];
  });
}

/** The bold labels of the sources, and those that are not bold on the page. In a heading, all text is bold. */
export function boldLabels(texts: ComparedText[]): { all: number; lost: string[] } {
  let all = 0;
  const lost: string[] = [];
  for (const { job, markdown, html } of texts) {
    const labels = [...html.matchAll(BOLD_LABEL)].map(([, , label = '']) => lettersOf(label));
    if (labels.length === 0) continue;
    const page = renderHtml(markdown);
    const bold = [...page.matchAll(/<(strong|h\d)[^>]*>(.*?)<\/\1>/gs)].map(([, , text = '']) =>
      lettersOf(text),
    );
    for (const label of labels) {
      all += 1;
      if (!bold.some((text) => text.includes(label))) lost.push(`${job.title}: ${label}`);
    }
  }
  return { all, lost };
}

/** The letters of a piece of HTML. */
function lettersOf(html: string): string {
  const text = parseDocument(html).children.map(textOf).join('');
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

type Node = ReturnType<typeof parseDocument>['children'][number];

const textOf = (node: Node): string =>
  node.type === 'text' ? node.data : 'children' in node ? node.children.map(textOf).join('') : '';

/** A sample of skills, each with a line of the job that may name it. */
export function sampleSkills(texts: ComparedText[]): string[] {
  const random = seedRandom(1);
  const all = texts.flatMap(({ job, markdown }) =>
    job.skills.map(({ name }) => ({ name, title: job.title, markdown })),
  );
  return Array.from({ length: Math.min(SAMPLE, all.length) }, () => {
    const { name, title, markdown } = random.pick(all);
    const lines = sectionsOf(markdown).filter(({ kind }) => kind !== 'company');
    const word = name.toLowerCase().split(' ')[0] ?? '';
    const line = lines.find((each) => each.line.toLowerCase().includes(word))?.line ?? '';
    return `${name} | ${title} | ${line.trim().slice(0, 160)}`;
  });
}
