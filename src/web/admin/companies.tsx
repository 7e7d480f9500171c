import { useState } from 'react';
import type { AdministeredCompany } from '#shared/contract/administered-companies.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import type { AdminPageProps } from './admin-page-props.ts';
import { CompanyField } from './company-field.tsx';
import { AdminList, type RowActions } from './list/admin-list.tsx';

const FILTERS = [
  {
    name: 'show',
    label: 'Show',
    all: 'All companies',
    options: [
      { value: 'owned', label: 'With an owner' },
      { value: 'unowned', label: 'Without an owner' },
      { value: 'claimed', label: 'With open claims' },
      { value: 'duplicates', label: 'Possible duplicates' },
    ],
  },
] as const;

/** All companies with their teams, claims and possible duplicates. */
export function Companies({ parameters }: AdminPageProps) {
  return (
    <AdminList
      page="companies"
      parameters={parameters}
      noun={{ one: 'company', many: 'companies' }}
      searchLabel="Name or id"
      filters={FILTERS}
      load={(api, query) => api('GET /api/admin/companies', { query })}
      csv="/api/admin/companies.csv"
    >
      {(company, { reload }) => <Row key={company.id} company={company} reload={reload} />}
    </AdminList>
  );
}

const jobsOf = (jobs: number) => (jobs === 1 ? '1 open job' : `${jobs} open jobs`);
const peopleOf = (people: number, noun: string) => `${people} ${noun}${people === 1 ? '' : 's'}`;

function Row({ company, reload }: RowActions & { company: AdministeredCompany }) {
  const { id, name, website, websitetext = website, owners, editors, claims, duplicates } = company;
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 wrap-anywhere md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
      <div>
        <h2 dir="auto" className="font-semibold">
          <PageLink href={pages.company(id)} className="link">
            {name}
          </PageLink>
        </h2>
        {website && (
          <p className="text-small">
            <bdi>{websitetext}</bdi>
          </p>
        )}
        <p className="text-muted text-small">{id}</p>
      </div>
      <div className="text-small">
        {owners.length === 0 && <p>No owner</p>}
        {owners.map((owner) => (
          <p key={owner.id}>
            <bdi>{owner.name || owner.email || owner.id}</bdi>
          </p>
        ))}
        <p>
          <PageLink href={adminPages.admin('people', { company: id })} className="link">
            Team
          </PageLink>
          {editors > 0 && `, ${peopleOf(editors, 'editor')}`}
        </p>
        {claims > 0 && (
          <p>
            <PageLink href={adminPages.inbox({ kind: 'claim' })} className="link">
              {peopleOf(claims, 'open claim')}
            </PageLink>
          </p>
        )}
      </div>
      <p className="text-muted text-small md:text-right">
        {jobsOf(company.jobs)}
        <br />
        Added on <CalendarDate iso={company.created} />
        {company.source && (
          <>
            <br />
            Imported from {company.source}
          </>
        )}
      </p>
      <div className="md:col-span-3">
        {duplicates.length > 0 && (
          <p className="border-l-4 border-sun bg-sun-tint px-4 py-2 text-small">
            Same name or website:{' '}
            {duplicates.map((other, index) => (
              <span key={other.id}>
                {index > 0 && ', '}
                <PageLink href={adminPages.admin('companies', { q: other.id })} className="link">
                  <bdi>{other.name}</bdi>
                </PageLink>
              </span>
            ))}
          </p>
        )}
        <Actions company={company} reload={reload} />
      </div>
    </li>
  );
}

function Actions({ company, reload }: RowActions & { company: AdministeredCompany }) {
  const { id, name } = company;
  const [open, setOpen] = useState<'merge' | 'delete'>();
  const props = { company, onClose: () => setOpen(undefined), onDone: reload };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button variant="secondary" aria-label={`Merge: ${name}`} onClick={() => setOpen('merge')}>
        Merge
      </Button>
      <Button
        variant="danger-secondary"
        aria-label={`Delete: ${name}`}
        onClick={() => setOpen('delete')}
      >
        Delete
      </Button>
      <PageLink
        href={adminPages.admin('audit', { q: id })}
        className="link inline-flex min-h-11 items-center text-small"
      >
        History<span className="sr-only"> of {name}</span>
      </PageLink>
      {open === 'merge' && <MergeDialog {...props} />}
      {open === 'delete' && <DeleteDialog {...props} />}
    </div>
  );
}

type DialogProps = { company: AdministeredCompany; onClose: () => void; onDone: () => void };

function MergeDialog({ company, ...on }: DialogProps) {
  const { id, name } = company;
  const [into, setInto] = useState('');
  const [target, setTarget] = useState<{ name: string }>();
  return (
    <ActionDialog
      {...on}
      question={`Merge ${name} into another company`}
      confirm="Merge"
      texts={ADMIN_ACTIONS.mergeCompanies}
      act={(api) =>
        into
          ? api('POST /api/companies/:id/merge', { params: { id }, body: { into } })
          : 'Choose a company.'
      }
    >
      <div className="grid gap-4">
        <CompanyField
          known={company.duplicates}
          except={id}
          value={into}
          onChange={(chosen, found) => {
            setInto(chosen);
            setTarget(found);
          }}
        />
        {target && (
          <p>
            The jobs, team, drafts, claims and sources move to <bdi>{target.name}</bdi>
            {target.name === name && ` (${into})`}, and the old URL leads there.{' '}
            <bdi>{target.name}</bdi> stays as it is otherwise. You can undo this in the audit trail.
          </p>
        )}
      </div>
    </ActionDialog>
  );
}

function DeleteDialog({ company, ...on }: DialogProps) {
  const { id, name, jobs } = company;
  const members = company.owners.length + company.editors;
  return (
    <ActionDialog
      {...on}
      question={`Delete ${name}?`}
      confirm="Delete"
      texts={ADMIN_ACTIONS.deleteCompany}
      act={(api) => api('DELETE /api/companies/:id', { params: { id } })}
    >
      <p>
        All jobs ({jobs} open), drafts, claims and sources are deleted with the company
        {members > 0 &&
          `, and ${members === 1 ? '1 person no longer acts' : `${members} people no longer act`} for the company`}
        . You can restore the company with its jobs, drafts, team and paused sources from the audit
        trail, but not its claims.
      </p>
    </ActionDialog>
  );
}
