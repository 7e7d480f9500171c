import type { DataExport } from '#shared/contract/personal-data.ts';
import type { findExport } from './export/exporter.ts';

export function presentExport(row: Awaited<ReturnType<typeof findExport>>): DataExport {
  if (!row) return { state: 'none', expires: null, parts: 0 };
  const { state, expires, parts } = row;
  return {
    state,
    expires: expires?.toISOString() ?? null,
    parts: state === 'ready' ? parts : 0,
  };
}
