import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { importFiles } from '../files/import-files.ts';

export type Posting = Record<string, unknown>;

/** Creates a made-up posting in the format of Ashby's feed. */
export function posting(values: Posting = {}): Posting {
  return {
    id: '11111111-2222-3333-4444-555555555555',
    title: 'Loom Builder',
    department: 'Making',
    team: 'Looms',
    employmentType: 'FullTime',
    location: 'Lisbon',
    secondaryLocations: [],
    publishedAt: '2026-03-04T05:06:07.890+02:00',
    isListed: true,
    isRemote: false,
    jobUrl: 'https://jobs.example/loom/1',
    applyUrl: 'https://jobs.example/loom/1/application',
    descriptionHtml: '<h2>Looms</h2><p>You will <strong>build</strong> them.</p>',
    shouldDisplayCompensationOnJobPostings: true,
    compensation: { summaryComponents: [] },
    ...values,
  };
}

export function salary(values: Posting): Posting {
  const component = { compensationType: 'Salary', interval: '1 YEAR', currencyCode: 'USD' };
  return { compensation: { summaryComponents: [{ ...component, ...values }] } };
}

/** Sets up a board and a folder of feeds. Both are emptied before each test. */
export function setUpImports() {
  const board = setUpTestBoard();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
    return () => removeFolder(folder);
  });

  const pathOf = (file: string) => join(folder, file);

  async function write(file: string, text: string | Uint8Array) {
    await writeFile(pathOf(file), text);
    return pathOf(file);
  }

  async function importText(text: string | Uint8Array, file = 'Loom%20Labs.json') {
    const [outcome] = await importFiles(board.db, [await write(file, text)]);
    return outcome;
  }

  async function importJobs(postings: unknown[], file?: string) {
    return importText(JSON.stringify({ jobs: postings, apiVersion: '1' }), file);
  }

  /** Imports a posting and returns the row of its job. */
  async function importedJob(values: Posting) {
    await importJobs([posting(values)]);
    const [row] = await board.db.select().from(jobs);
    return row;
  }

  return { board, pathOf, write, importText, importJobs, importedJob };
}
