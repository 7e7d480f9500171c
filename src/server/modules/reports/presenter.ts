import { closingTime } from '#server/modules/jobs/queries.ts';
import type { ReportedJob } from '#shared/contract/reports.ts';
import type { ReportedJobRow } from './queries.ts';

export function presentReportedJob({
  id,
  job,
  company,
  author,
  reports,
}: ReportedJobRow): ReportedJob {
  return {
    job: id,
    title: reports[0]?.title ?? '',
    companyname: company?.name ?? '',
    state: job ? (closingTime(job) ? 'closed' : 'open') : 'deleted',
    author: author && {
      id: author.id,
      name: author.name,
      role: author.role,
      isblocked: author.isBlocked,
    },
    reports: reports.map((report) => ({
      id: report.id,
      reason: report.reason,
      text: report.text,
      answerable: report.email !== null,
      created: report.created_at.toISOString(),
    })),
  };
}
