import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { AlertFrequency } from '#shared/domain/alerts.ts';
import { formatSearch } from '#shared/format/search.ts';
import { pages, parseQuery, readJobSearch, valuesOf } from '#shared/urls/paths.ts';
import { showError } from '#web/actions/show-error.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useSite } from '#web/data/use-site.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { FrequencySelect } from './frequency-select.tsx';

/** The time zone of the browser (IANA). */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Props = {
  /** The query string of the search. */
  search: string;
  frequencies: readonly AlertFrequency[];
  onSave: () => void;
};

/** Offers to keep a search, to which a link below a list leads. */
export function SearchOffer({ search, frequencies, onSave }: Props) {
  const { api } = useSession();
  const router = useRouter();
  const [frequency, setFrequency] = useState<AlertFrequency>(
    frequencies.includes('daily') ? 'daily' : 'never',
  );
  const [isSaving, setSaving] = useState(false);
  const parameters = readJobSearch(parseQuery(search));
  const [company, ...others] = valuesOf(parameters.company);
  const { value: found } = useAsync(others.length > 0 ? undefined : company, () =>
    api('GET /api/companies/:id', { params: { id: company ?? '' }, query: {} }),
  );
  const { categories = [] } = useSite();
  const category = categories.find(({ slug }) => slug === parameters.category);
  const title = formatSearch(parameters, found?.name, category?.name);

  async function save(): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    try {
      await api('POST /api/saved-searches', { body: { search, frequency, timezone: TIME_ZONE } });
    } catch (error) {
      showError('The search was not saved', error);
      setSaving(false);
      return;
    }
    showToast('success', 'Search Saved');
    onSave();
    await router.navigate({ href: pages.saved({ tab: 'searches' }), replace: true });
  }

  return (
    <form
      aria-label="Keep this search"
      className="mb-8 flex flex-wrap items-center justify-between gap-4 border-y border-line py-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="wrap-anywhere font-semibold">{title}</p>
      <p className="flex items-center gap-2">
        <FrequencySelect
          label="Emails for this search"
          value={frequency}
          choices={frequencies}
          onChange={setFrequency}
        />
        <Button type="submit" aria-busy={isSaving}>
          Save search
        </Button>
      </p>
    </form>
  );
}
