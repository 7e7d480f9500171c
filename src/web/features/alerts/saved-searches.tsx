import { useState } from 'react';
import type { SavedSearch } from '#shared/contract/alerts.ts';
import { ALERT_FREQUENCIES, type AlertFrequency } from '#shared/domain/alerts.ts';
import { PAUSE_TEXTS } from '#shared/format/alert-pause.ts';
import { formatDay } from '#shared/format/day.ts';
import { formatSearch } from '#shared/format/search.ts';
import { feeds, pages, parseQuery, readJobSearch } from '#shared/urls/paths.ts';
import { showError } from '#web/actions/show-error.ts';
import { useUndo } from '#web/actions/use-undo.ts';
import { useSession, useSessionState } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useSite } from '#web/data/use-site.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FrequencySelect } from './frequency-select.tsx';
import { SearchOffer, TIME_ZONE } from './search-offer.tsx';

type Props = {
  /** The query string of a search that the person may add to theirs. */
  offered: string | undefined;
};

/** The searches of the person who is signed in. Others are told how to get new jobs of a search. */
export function SignedInSearches({ offered }: Props) {
  const session = useSession();
  const { noMail, signIn } = useSite();
  const { status } = useSessionState();
  if (status === 'signed-in') return <SavedSearches offered={offered} />;
  if (status !== 'signed-out') return <Spinner />;
  return (
    <EmptyState title="Searches are kept in your account">
      <p>
        {signIn && (
          <>
            <button type="button" className="link tap-target" onClick={session.logIn}>
              Log in
            </button>{' '}
            to see them and their new jobs.{' '}
          </>
        )}
        {!noMail &&
          'Without an account, “Email me new jobs like this” below a list sends them by email.'}
      </p>
      <ButtonLink href={pages.jobs()}>Browse jobs</ButtonLink>
    </EmptyState>
  );
}

/** The searches of an account: their new jobs, how often each sends emails, and their deletion. */
function SavedSearches({ offered }: Props) {
  const { api } = useSession();
  const undo = useUndo();
  const { noMail } = useSite();
  const [busy, setBusy] = useState(false);
  const { status, value, retry } = useAsync('saved searches', () =>
    api('GET /api/saved-searches', {}),
  );

  /** Runs an action, and loads the list again. A failure shows a toast. */
  async function run(failure: string, action: () => Promise<unknown>): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      showError(failure, error);
    }
    setBusy(false);
    retry();
  }

  const remove = ({ id, query: search, frequency }: SavedSearch, title: string) =>
    run('The search was not deleted', async () => {
      await api('DELETE /api/saved-searches/:id', { params: { id } });
      undo({
        message: `Deleted “${title}”.`,
        toasts: { success: 'Search restored', failure: 'The search was not restored' },
        revert: async (restoring) => {
          await restoring('POST /api/saved-searches', {
            body: { search, frequency, timezone: TIME_ZONE },
          });
          retry();
        },
      });
    });

  const change = ({ id }: SavedSearch, frequency: AlertFrequency) =>
    run('Your choice of emails was not saved', () =>
      api('PUT /api/saved-searches/:id', { params: { id }, body: { frequency } }),
    );

  /** Opening a list shows its new jobs, so they are no longer new afterwards. */
  const open = ({ id, newjobs }: SavedSearch) =>
    newjobs > 0 &&
    api('PUT /api/saved-searches/:id', { params: { id }, body: { seen: true } }).catch(reportError);

  if (!value) {
    if (status === 'loading') return <Spinner />;
    return <LoadFailed message="Your searches could not be loaded." retry={retry} />;
  }
  const { results, email, paused, manage } = value;
  // Without emails, the only choice is the one that sends none.
  const frequencies = noMail || !email ? (['never'] as const) : ALERT_FREQUENCIES;
  const offer = offered !== undefined && (
    <SearchOffer search={offered} frequencies={frequencies} onSave={retry} />
  );
  if (results.length === 0) {
    if (offer) return offer;
    return (
      <EmptyState title="No searches">
        <p>
          Search for jobs, and choose “Email me new jobs like this” below the list.{' '}
          <PageLink href={pages.jobs()} className="link">
            Search for jobs
          </PageLink>
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      {offer}
      <p className="text-muted">
        {noMail
          ? 'This site sends no emails.'
          : email
            ? `Emails go to ${email}. Each has a link that ends it.`
            : 'Your account has no verified email address, so your searches send no emails.'}
      </p>
      {paused && <p>{PAUSE_TEXTS[paused]}</p>}
      {manage && !noMail && (
        <p>
          <a href={manage} className="link">
            Change, pause or resume your emails
          </a>
        </p>
      )}
      <ul aria-busy={busy} className="divide-y divide-line">
        {results.map((search) => (
          <Row
            key={search.id}
            search={search}
            frequencies={frequencies}
            onOpen={() => void open(search)}
            onChange={(frequency) => void change(search, frequency)}
            onDelete={(title) => void remove(search, title)}
          />
        ))}
      </ul>
    </>
  );
}

type RowProps = {
  search: SavedSearch;
  frequencies: readonly AlertFrequency[];
  onOpen: () => void;
  onChange: (frequency: AlertFrequency) => void;
  onDelete: (title: string) => void;
};

function Row({ search, frequencies, onOpen, onChange, onDelete }: RowProps) {
  const parameters = readJobSearch(parseQuery(search.query));
  const { categories = [] } = useSite();
  const category = categories.find(({ slug }) => slug === parameters.category);
  const title = formatSearch(parameters, search.companyname, category?.name);
  const choices = new Set([...frequencies, search.frequency]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4">
      <div className="wrap-anywhere">
        <h2 className="font-semibold">
          <PageLink
            href={pages.jobs({ ...parameters, sort: 'newest' })}
            className="link"
            onClick={onOpen}
          >
            {title}
          </PageLink>
        </h2>
        {search.typed && <p className="text-muted text-small">You typed “{search.typed}”.</p>}
        <p className="text-muted text-small">
          {search.newjobs > 0 ? <b className="text-ink">{search.newjobs} new</b> : 'Nothing new'}
          {` since ${formatDay(search.seen)} · `}
          <a href={feeds.jobsAtom(parameters)} className="link">
            Feed
          </a>
        </p>
      </div>
      <p className="flex items-center gap-2">
        <FrequencySelect
          label={`Emails for ${title}`}
          value={search.frequency}
          choices={[...choices]}
          onChange={onChange}
        />
        <Button variant="text" aria-label={`Delete ${title}`} onClick={() => onDelete(title)}>
          Delete
        </Button>
      </p>
    </li>
  );
}
