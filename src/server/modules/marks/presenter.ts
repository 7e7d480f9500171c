import type { MarkList } from '#shared/contract/marks.ts';
import type { MarkRows } from './queries.ts';

export function presentMarks({ jobs, companies }: MarkRows): MarkList {
  return {
    jobs: jobs.map((row) => ({
      job: row.job_id,
      saved: row.saved_at?.toISOString() ?? null,
      applied: row.applied_at?.toISOString() ?? null,
      hidden: row.hidden_at?.toISOString() ?? null,
      note: row.note,
    })),
    companies: companies.map(({ id, name, hidden_at }) => ({
      company: id,
      companyname: name,
      hidden: hidden_at.toISOString(),
    })),
  };
}
