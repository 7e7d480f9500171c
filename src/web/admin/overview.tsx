import type { ReactNode } from 'react';
import type { SystemStatus } from '#shared/contract/system.ts';
import { ADMIN_TITLES } from '#shared/domain/admin-pages.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { formatMoment } from '#shared/format/moment.ts';
import { formatNumber } from '#shared/format/number.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { AsyncPage } from '#web/data/async-page.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { Fact } from '#web/ui/fact.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import type { AdminPageProps } from './admin-page-props.ts';
import { SetupPanel } from './setup/setup-panel.tsx';

/** The state of the board: what needs attention, and then the facts. */
export function Overview({ account }: AdminPageProps) {
  const { api } = useSession();
  const result = useAsync('system', () => api('GET /api/admin/system', {}));
  return (
    <AsyncPage title={ADMIN_TITLES['']} result={result}>
      {(status) => (
        <>
          <SetupPanel account={account} setup={status.setup} onDone={result.retry} />
          <Status status={status} />
        </>
      )}
    </AsyncPage>
  );
}

const MAIL_STATES: Record<SystemStatus['mail']['sending'], string> = {
  on: 'Sent',
  paused: 'Paused',
  restored: 'Paused since a restore',
  off: 'No mail server',
};

function Status({ status }: { status: SystemStatus }) {
  const { database, disk, mail, queue, counts, sources, tasks, warnings } = status;
  return (
    <>
      <section aria-labelledby="warnings">
        <h2 id="warnings" className="section-title mb-4">
          Needs attention
        </h2>
        {warnings.length === 0 ? (
          <p>Nothing. The board is in order.</p>
        ) : (
          <ul className="grid max-w-176 gap-4">
            {warnings.map(({ problem, advice }) => (
              <li
                key={problem}
                className="border-l-4 border-sun bg-sun-tint px-5 py-4 wrap-anywhere"
              >
                <p className="font-semibold">{problem}</p>
                <p>{advice}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <Facts title="Content">
          <Fact label="Open jobs">
            <PageLink href={pages.jobs()} className="link">
              {formatNumber(counts.jobs)}
            </PageLink>
          </Fact>
          <Fact label="Companies">
            <PageLink href={adminPages.admin('companies')} className="link">
              {formatNumber(counts.companies)}
            </PageLink>
          </Fact>
          <Fact label="People">
            <PageLink href={adminPages.admin('people')} className="link">
              {formatNumber(counts.people)}
            </PageLink>
          </Fact>
          <Fact label="Site admins">
            <PageLink href={adminPages.admin('people', { role: 'siteadmin' })} className="link">
              {formatNumber(counts.siteadmins)}
            </PageLink>
          </Fact>
        </Facts>
        <Facts title="Mail and queue">
          <Fact label="Emails">
            <PageLink href={adminPages.admin('mail')} className="link">
              {MAIL_STATES[mail.sending]}
            </PageLink>
          </Fact>
          <Fact label="Emails waiting">{formatNumber(mail.waiting)}</Fact>
          <Fact label="Emails failed in seven days">{formatNumber(mail.failed)}</Fact>
          <Fact label="Queue">{`${formatNumber(queue.waiting)} waiting, ${formatNumber(queue.failed)} failed`}</Fact>
        </Facts>
        <Facts title="Server">
          <Fact label="Version">{status.version}</Fact>
          <Fact label="PostgreSQL">
            {`${database.version}${database.embedded ? ', embedded' : ''}`}
          </Fact>
          <Fact label="Size of the database">{formatBytes(database.bytes)}</Fact>
          <Fact label="Migrations">{`${database.migrations}, the latest is ${database.migration}`}</Fact>
          <Fact label="Disk">{`${formatBytes(disk.free)} of ${formatBytes(disk.total)} free`}</Fact>
          <Fact label="Logos">
            {status.uploads === 'bucket' ? 'In a bucket' : 'In the data folder'}
          </Fact>
        </Facts>
        <Facts title="Last runs">
          <Fact label="Backup">
            <Moment iso={status.lastbackup} />
          </Fact>
          <Fact label="Import">
            <Moment iso={status.lastimport} />
          </Fact>
          <Fact label="Sources">
            {`${formatNumber(sources.count)} read on schedule, ${formatNumber(sources.failing)} failing`}
            {sources.lastrun && (
              <span className="block text-muted text-small">
                Last list: <Moment iso={sources.lastrun} />
              </span>
            )}
          </Fact>
          {tasks.map(({ name, succeeded, failed }) => (
            <Fact key={name} label={taskName(name)}>
              <Moment iso={succeeded} />
              {failed && (
                <span className="block text-muted text-small">
                  Last failure: <Moment iso={failed} />
                </span>
              )}
            </Fact>
          ))}
        </Facts>
      </div>
    </>
  );
}

/** `closed_jobs` becomes "Closed jobs". */
function taskName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function Moment({ iso }: { iso: string | null }) {
  return iso ? <time dateTime={iso}>{formatMoment(iso)}</time> : 'Not known';
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="section-title mb-4">{title}</h2>
      <dl className="border-t border-line">{children}</dl>
    </section>
  );
}
