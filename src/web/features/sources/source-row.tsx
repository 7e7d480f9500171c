import type { Source } from '#shared/contract/sources.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { TimeAgo, TimeUntil } from '#web/ui/relative-time.tsx';
import { describeRun, describeState, formatOpenJobs, needsAttention } from './describe-source.ts';
import type { SourceScope } from './source-scope.ts';

/** A source in a list: its state, its latest run and its next one. */
export function SourceRow({ source, scope }: { source: Source; scope: SourceScope }) {
  const { id, company, systemname, tenant, lastrun, nextrun } = source;
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 wrap-anywhere md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
      <div>
        <h2 dir="auto" className="font-semibold">
          <PageLink href={scope.hrefOf(id)} className="link">
            {company.name}
            <span className="sr-only">, {systemname}</span>
          </PageLink>
        </h2>
        <p className="text-muted text-small">
          <span aria-hidden="true">{systemname}: </span>
          <bdi>{tenant}</bdi>
        </p>
      </div>
      <div className="text-small">
        <p className={needsAttention(source) ? 'font-semibold text-clay' : ''}>
          {describeState(source)}
        </p>
        {lastrun ? (
          <p className="text-muted first-letter:uppercase">
            <TimeAgo iso={lastrun.started} />: {describeRun(lastrun)}
          </p>
        ) : (
          <p className="text-muted">Not read yet</p>
        )}
      </div>
      <p className="text-muted text-small md:text-right">
        {formatOpenJobs(source.jobs)}
        {nextrun && lastrun?.outcome !== 'running' && (
          <>
            <br />
            Next run <TimeUntil iso={nextrun} />
          </>
        )}
      </p>
    </li>
  );
}
