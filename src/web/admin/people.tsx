import type { Person } from '#shared/contract/people.ts';
import { ROLES } from '#shared/domain/roles.ts';
import { formatDate } from '#shared/format/day.ts';
import { pages } from '#shared/urls/paths.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import type { AdminPageProps } from './admin-page-props.ts';
import { AdminList, type RowActions } from './list/admin-list.tsx';
import { PersonActions } from './person-actions.tsx';
import { ROLE_NAMES } from './role-names.ts';

const FILTERS = [
  {
    name: 'role',
    label: 'Role',
    all: 'All roles',
    options: ROLES.map((value) => ({ value, label: ROLE_NAMES[value] })),
  },
  {
    name: 'blocked',
    label: 'Access',
    all: 'Everyone',
    options: [
      { value: 'true', label: 'Blocked' },
      { value: 'false', label: 'Not blocked' },
    ],
  },
  {
    name: 'sort',
    label: 'Order',
    all: 'Newest account',
    options: [{ value: 'lastsignin', label: 'Last sign-in' }],
  },
] as const;

/** All people with their roles, companies and sessions. */
export function People({ account, parameters }: AdminPageProps) {
  return (
    <AdminList
      page="people"
      parameters={parameters}
      noun={{ one: 'person', many: 'people' }}
      searchLabel="Name, email address or id"
      filters={FILTERS}
      links={{ company: 'In one company' }}
      load={(api, query) => api('GET /api/admin/people', { query })}
      csv="/api/admin/people.csv"
    >
      {(person, { reload }) => (
        <Row key={person.id} person={person} isSelf={person.id === account.id} reload={reload} />
      )}
    </AdminList>
  );
}

function Row({ person, ...actions }: RowActions & { person: Person; isSelf: boolean }) {
  const { companies, lastsignin } = person;
  const email = person.verifiedemail || person.email;
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 wrap-anywhere md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
      <div>
        <h2 dir="auto" className="font-semibold">
          {person.name || 'No name'}
        </h2>
        {email && (
          <p className="text-small">
            <bdi>{email}</bdi>
            {!person.verifiedemail && ' (not verified)'}
          </p>
        )}
        <p className="text-muted text-small">
          <bdi>{person.id}</bdi>
        </p>
      </div>
      <div className="text-small">
        <p className="font-semibold">{ROLE_NAMES[person.role]}</p>
        {companies.length > 0 && (
          <ul>
            {companies.map((company) => (
              <li key={company.id}>
                <PageLink href={pages.company(company.id)} className="link">
                  <bdi>{company.name}</bdi>
                </PageLink>{' '}
                <span className="text-muted">{company.role}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="text-muted text-small md:text-right">
        {lastsignin ? (
          <>
            Signed in on <CalendarDate iso={lastsignin} />
          </>
        ) : (
          'No sign-in known'
        )}
        <br />
        {person.sessions === 1 ? '1 session' : `${person.sessions} sessions`}
      </p>
      <div className="md:col-span-3">
        {person.blocked && (
          <p className="border-l-4 border-sun bg-sun-tint px-4 py-2 text-small">
            Blocked since {formatDate(person.blocked.since)}:{' '}
            <span dir="auto" className="whitespace-pre-line">
              {person.blocked.reason}
            </span>
          </p>
        )}
        <PersonActions person={person} {...actions} />
      </div>
    </li>
  );
}
