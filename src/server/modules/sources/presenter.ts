import type { System } from '#server/job-feeds/systems/system.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import type {
  DuplicateJobs,
  Source,
  SourcePreview,
  SourceRun,
  SourceSetting,
} from '#shared/contract/sources.ts';
import type { DuplicatePair, LinkedJob } from './duplicates/find-duplicates.ts';
import type { ListedSource, PreviewRow, RunRow } from './queries.ts';

export function presentSource({ source, company, jobs, lastRun }: ListedSource): Source {
  const system = findSystem(source.system);
  const { id, tenant, settings, state, version } = source;
  const isScheduled = state === 'active' || state === 'asking';
  return {
    id,
    company,
    system: source.system,
    systemname: system?.name ?? source.system,
    tenant,
    url: system?.pageUrl({ tenant, settings }) ?? '',
    settings,
    settable: presentSettings(system),
    state,
    pausedby: source.paused_by,
    interval: source.interval_minutes,
    nextrun: isScheduled ? source.next_run_at.toISOString() : null,
    confirmed: source.confirmed_at?.toISOString() ?? null,
    failures: source.failures,
    jobs,
    lastrun: lastRun ? presentRun(lastRun) : null,
    version,
    created: source.created_at.toISOString(),
  };
}

/** The settings that a source of a system can have, in the order in which a form shows them. */
function presentSettings(system: System | undefined): SourceSetting[] {
  return Object.entries(system?.settings ?? {}).map(([name, setting]) => ({ name, ...setting }));
}

export function presentRun(run: RunRow): SourceRun {
  return {
    id: String(run.id),
    outcome: run.outcome,
    started: run.started_at.toISOString(),
    ended: run.ended_at?.toISOString() ?? null,
    listed: run.listed,
    counts: run.counts,
    open: run.open_before,
    requests: run.requests,
    bytes: run.bytes,
    error: run.error ?? '',
    skipped: run.skipped,
    changes: run.applied_at !== null && run.outcome === 'applied',
  };
}

export function presentPreview({ id, url, listed, result }: PreviewRow): SourcePreview {
  const settable = presentSettings(findSystem(result?.found?.system ?? ''));
  return { id, url, listed, result, settable };
}

export function presentDuplicate({ job, other }: DuplicatePair): DuplicateJobs {
  return { job: presentLinked(job), other: presentLinked(other) };
}

function presentLinked({ id, title, location, date, source }: LinkedJob): DuplicateJobs['job'] {
  return {
    id,
    title,
    location,
    date: new Date(date).toISOString(),
    origin: source ? (findSystem(source)?.name ?? source) : '',
  };
}
