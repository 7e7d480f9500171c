/**
 * Lists of synthetic jobs as Greenhouse writes them. Recorded texts have 5,000 characters on average, 40 % of them
 * markup. To be as long as recorded texts, each text has the sections of two synthetic jobs.
 */
import { makeBoard } from './board.mjs';

const ENTITIES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** @param {string} text */
const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/**
 * Generates the lists of several customers.
 * @param {import('./board.mjs').Size & { lists: number }} size
 * @returns {Generator<{ tenant: string, json: string }>}
 */
export function* greenhouseFeeds({ jobs, lists, seed, until }) {
  const board = makeBoard({ jobs, seed, until });
  const each = Math.ceil(jobs / lists);
  for (let list = 0; list < lists; list++) {
    const numbers = Array.from(
      { length: Math.min(each, jobs - list * each) },
      (_, index) => list * each + index,
    );
    const entries = numbers.map((number) => JSON.stringify(greenhouseEntry(board, number)));
    const json = `{"jobs":[${entries.join(',')}],"meta":{"total":${entries.length}}}`;
    yield { tenant: `synthetic-${list}`, json };
  }
}

/**
 * @param {import('./board.mjs').Board} board
 * @param {number} number
 */
function greenhouseEntry(board, number) {
  const job = board.job(number);
  const other = board.job((number + 7_919) % board.rowCount);
  const id = 4_000_000_000 + number;
  const pay = job.pay_currency === null ? '' : payOf(job);
  return {
    absolute_url: `https://job-boards.greenhouse.io/synthetic/jobs/${id}?gh_jid=${id}`,
    data_compliance: [
      {
        type: 'gdpr',
        requires_consent: false,
        requires_processing_consent: false,
        requires_retention_consent: false,
        retention_period: null,
        demographic_data_consent_applies: false,
      },
    ],
    internal_job_id: 3_000_000_000 + number,
    location: { name: job.location },
    metadata: null,
    id,
    updated_at: job.date,
    requisition_id: `R-${number}`,
    title: job.title,
    company_name: 'Synthetic',
    first_published: job.date,
    language: 'en',
    application_deadline: null,
    content: escapeHtml(htmlOf(job.description, other.description, pay)),
    departments: [{ id: 4_010, name: 'Engineering', child_ids: [], parent_id: 4_000 }],
    offices: [
      { id: 4_020, name: 'Headquarters', location: job.location, child_ids: [], parent_id: null },
    ],
  };
}

/** @param {import('./board.mjs').Job} job */
function payOf({ pay_minimum, pay_maximum, pay_currency, pay_unit }) {
  return `<div class="content-pay-transparency"><div class="title">Pay range</div><div class="pay-range"><span>${pay_minimum}</span><span class="divider">&mdash;</span><span>${pay_maximum} ${pay_currency} a ${pay_unit}</span></div></div>`;
}

/**
 * The HTML of a text in Markdown, which has only paragraphs, headings and lists. The result begins and ends like the
 * first text, and has the sections of both texts between.
 * @param {string} text
 * @param {string} other
 * @param {string} pay
 */
function htmlOf(text, other, pay) {
  const [introduction = '', ...sections] = text.split('\n\n');
  const end = sections.pop() ?? '';
  const more = other.split('\n\n').slice(1, -1);
  const parts = [...sections, ...more].map(blockOf);
  return `<div class="content-intro"><p><span style="font-weight: 400;">${escapeHtml(introduction)}</span></p></div>${parts.join('\n')}\n${pay}<div class="content-conclusion"><p><em>${escapeHtml(end)}</em></p></div>`;
}

/** @param {string} block */
function blockOf(block) {
  if (block.startsWith('## ')) return `<p><strong>${escapeHtml(block.slice(3))}:</strong></p>`;
  if (!block.startsWith('- '))
    return `<p><span style="font-weight: 400;">${escapeHtml(block)}&nbsp;</span></p>`;
  const items = block
    .split('\n')
    .filter(Boolean)
    .map((line) => `<li><span style="font-weight: 400;">${escapeHtml(line.slice(2))}</span></li>`);
  return `<ul>\n${items.join('\n')}\n</ul>`;
}
