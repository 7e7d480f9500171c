import type { PreviewResult } from '#shared/contract/sources.ts';
import { NO_COUNTS } from '#shared/domain/sources.ts';

const NOTHING: PreviewResult = {
  found: null,
  others: [],
  existing: null,
  company: '',
  proven: false,
  jobs: 0,
  complete: false,
  samples: [],
  checked: 0,
  lacking: { description: 0, location: 0, pay: 0, employment: 0, applyurl: 0 },
  counts: NO_COUNTS,
  duplicates: 0,
  skipped: [],
  error: '',
};

/** The result of a preview that has found nothing. */
export const failedPreview = (error: string): PreviewResult => ({ ...NOTHING, error });
