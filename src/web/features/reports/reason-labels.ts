import type { ReportReason } from '#shared/domain/reports.ts';

export const REASON_LABELS: Record<ReportReason, string> = {
  scam: 'It is a scam',
  closed: 'It is no longer open',
  wrong: 'Something in it is wrong',
  discriminating: 'It discriminates against people',
};
