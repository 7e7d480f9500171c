import { useId, useState } from 'react';
import { URL_LENGTH } from '#shared/limits.ts';
import { feeds, type JobSearch, pages } from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { EmbedPanel } from './embed-panel.tsx';
import { readListAddress } from './read-list-address.ts';

/** The other formats of a list of jobs: its feeds, and its HTML for other sites. Without JavaScript, those of all jobs. */
export function ListFormats() {
  const { origin } = useSite();
  const [address, setAddress] = useState(`${origin}${pages.jobs()}`);
  const [search, setSearch] = useState<JobSearch>({});
  const isValid = readListAddress(address, origin) !== undefined;
  // Each change of the search loads the preview again.
  const settled = useDebounced(search);
  const hintId = useId();
  return (
    <>
      <label className="field js-only mt-4 max-w-2xl">
        <span className="field-label">Address of the list</span>
        <input
          className="input"
          type="url"
          inputMode="url"
          spellCheck={false}
          maxLength={URL_LENGTH}
          aria-invalid={!isValid}
          aria-describedby={hintId}
          value={address}
          onChange={({ target }) => {
            setAddress(target.value);
            setSearch((known) => readListAddress(target.value, origin) ?? known);
          }}
        />
        <span id={hintId} className={isValid ? 'field-hint' : 'field-error'}>
          {isValid
            ? 'Filter the list of jobs, and copy its address.'
            : `Enter the address of a list of jobs, such as ${origin}${pages.jobs({ type: 'Contract' })}.`}
        </span>
      </label>

      <h3 className="mt-8 text-lg font-semibold">Feeds</h3>
      <p className="mt-1 max-w-2xl">
        A feed tells a program or a feed reader about new jobs of the list.
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
        <li>
          <a href={feeds.jobsAtom(search)} className="link tap-target inline-block">
            Atom feed
          </a>
        </li>
        <li>
          <a href={feeds.jobsJson(search)} className="link tap-target inline-block">
            JSON feed
          </a>
        </li>
      </ul>

      <h3 className="mt-8 text-lg font-semibold">Embedding</h3>
      <p className="mt-1 mb-5 max-w-2xl">
        This HTML shows the first jobs of the list on your site, without scripts or cookies.
      </p>
      <EmbedPanel search={settled} />
    </>
  );
}
