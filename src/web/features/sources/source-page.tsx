import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Source } from '#shared/contract/sources.ts';
import { formatNumber } from '#shared/format/number.ts';
import { pages } from '#shared/urls/paths.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { usePolling } from '#web/data/use-polling.ts';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { TimeAgo, TimeUntil } from '#web/ui/relative-time.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { describeRun, describeState, formatInterval } from './describe-source.ts';
import { DuplicateJobs } from './duplicate-jobs.tsx';
import { ExternalLink } from './external-link.tsx';
import { LockedFields } from './locked-fields.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { RunList } from './run-list.tsx';
import { SourceActions } from './source-actions.tsx';
import { SourceQuestion } from './source-question.tsx';
import type { SourceScope } from './source-scope.ts';
import { SourceSettings } from './source-settings.tsx';

type Props = { id: string; scope: SourceScope };

/** A source: its state with the necessary actions, its runs, and the jobs about which people decide. */
export function SourcePage({ id, scope }: Props) {
  const { api } = useSession();
  const { status, value, retry } = useAsync(id, () =>
    api('GET /api/sources/:id', { params: { id } }).catch(ignoreStatus(403)),
  );
  const isMissing = status === 'missing' || (status === 'loaded' && !value);
  return (
    <section className="page-width page-space">
      <p className="mb-6">
        <ArrowLink back href={scope.hrefOf()}>
          All sources
        </ArrowLink>
      </p>
      {!(status === 'loaded' && value) && (
        <PageHeader title={isMissing ? 'Source not found' : 'Source'} className="mb-6" />
      )}
      {status === 'loading' && <Spinner />}
      {status === 'failed' && (
        <LoadFailed message="The source could not be loaded." retry={retry} />
      )}
      {isMissing && <EmptyState title="This source was removed, or belongs to another company" />}
      {status === 'loaded' && value && <LoadedSource key={id} loaded={value} scope={scope} />}
    </section>
  );
}

function LoadedSource({ loaded, scope }: { loaded: Source; scope: SourceScope }) {
  const { api } = useSession();
  const router = useRouter();
  const now = useNow();
  const [source, setSource] = useState(loaded);
  /** The latest run at the time when a person asked for a new run. */
  const [awaited, setAwaited] = useState<{ after: string | undefined }>();
  /** Counts the changes of jobs, so that the lists are loaded again. */
  const [changes, setChanges] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const { id, company, lastrun, state } = source;
  const isAwaited = awaited !== undefined && awaited.after === lastrun?.id;
  const isReading = isAwaited || isBeingRead(source, now);
  const hasFailed = usePolling(isReading ? id : undefined, readAgain);

  /** Whether the person has pressed a button that may have disappeared since. */
  const hasActed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change that removes buttons
  useEffect(() => {
    if (!hasActed.current || document.activeElement !== document.body) return;
    hasActed.current = false;
    focusHeading();
  }, [state, isReading, changes]);

  async function readAgain(): Promise<void> {
    const next = await api('GET /api/sources/:id', { params: { id } }).catch(
      ignoreStatus(403, 404),
    );
    if (!next) {
      // Someone has removed the source.
      await router.navigate({ href: scope.hrefOf(), replace: true });
      return;
    }
    setSource(next);
    const isEnded = next.lastrun !== null && next.lastrun.outcome !== 'running';
    const isNew = next.lastrun?.id !== lastrun?.id || lastrun?.outcome === 'running';
    if (!next.lastrun || !isEnded || !isNew) return;
    setAwaited(undefined);
    setAnnouncement(`The run has ended. ${describeRun(next.lastrun)}.`);
    onJobsChanged();
  }

  function onJobsChanged(): void {
    setChanges((count) => count + 1);
    // Drop the lists of jobs that the router has preloaded, because they are outdated now.
    router.clearCache();
  }

  function onChanged(next: Source): void {
    hasActed.current = true;
    setSource(next);
  }

  function onRunRequested(next: Source): void {
    setAwaited({ after: lastrun?.id });
    setAnnouncement('');
    onChanged(next);
  }

  /** Reloads the data that an action has changed. */
  async function reload(): Promise<void> {
    hasActed.current = true;
    setSource(await api('GET /api/sources/:id', { params: { id } }));
    onJobsChanged();
  }

  const props = { source, scope, onChanged, onRunRequested };
  return (
    <>
      <PageHeader title={`${company.name}: ${source.systemname}`} className="mb-2" />
      <p className="mb-8">
        <PageLink href={pages.company(company.id)} className="link">
          Company page
        </PageLink>
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid content-start gap-6">
          <SourceQuestion {...props} isReading={isReading} />
          {isReading && (
            <ReadingProgress
              listed={lastrun?.outcome === 'running' ? lastrun.listed : undefined}
              hasFailed={hasFailed}
            />
          )}
          <SourceActions {...props} isReading={isReading} />
        </div>
        <SourceFacts source={source} isReading={isReading} />
      </div>
      <SourceSettings source={source} onChanged={onChanged} />
      <DuplicateJobs source={id} changes={changes} onChanged={reload} />
      <LockedFields source={id} changes={changes} onChanged={reload} />
      <RunList source={source} changes={changes} onUndone={reload} />
    </>
  );
}

/**
 * Whether a source is being read, or will be within a second, if the clock of this device is right. `now` is in ms
 * since the epoch.
 */
function isBeingRead({ lastrun, nextrun }: Source, now: number): boolean {
  if (lastrun?.outcome === 'running') return true;
  if (nextrun === null) return false;
  // A source that was never read is read at once.
  return !lastrun || Date.parse(nextrun) <= now;
}

/** The facts of a source. */
function SourceFacts({ source, isReading }: { source: Source; isReading: boolean }) {
  const { nextrun, confirmed, url, tenant } = source;
  return (
    <dl className="border-t border-line">
      <Fact label="State">{describeState(source)}</Fact>
      <Fact label="Reads">{url ? <ExternalLink href={url}>{tenant}</ExternalLink> : tenant}</Fact>
      <Fact label="Open jobs">{formatNumber(source.jobs)}</Fact>
      <Fact label="Last complete list">{confirmed ? <TimeAgo iso={confirmed} /> : 'None yet'}</Fact>
      <Fact label="Next run">
        {isReading ? 'Now' : nextrun ? <TimeUntil iso={nextrun} /> : 'None'}
      </Fact>
      <Fact label="How often">{formatInterval(source.interval)}</Fact>
      <Fact label="Added on">
        <CalendarDate iso={source.created} />
      </Fact>
    </dl>
  );
}
