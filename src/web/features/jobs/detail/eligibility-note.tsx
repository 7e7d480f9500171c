import { useId, useState } from 'react';
import type { Job } from '#shared/contract/job-responses.ts';
import { countriesWithTimeZones, countryOfTimeZone } from '#shared/domain/time-zone-country.ts';
import { countryName } from '#shared/format/country.ts';
import { formatEligibility } from '#shared/format/eligibility.ts';

/** The local storage key of the visitor's country (ISO 3166-1 alpha-2). The country is not sent to the server. */
const COUNTRY_KEY = 'country';

/** Says whether people may do a remote job from the visitor's country. The browser's time zone suggests the country. */
export function EligibilityNote({ eligibility }: Pick<Job, 'eligibility'>) {
  const id = useId();
  const [country, setCountry] = useState(() => storedCountry() ?? suggestedCountry());
  const text = country && formatEligibility(eligibility ?? undefined, country);

  function choose(code: string): void {
    setCountry(code);
    try {
      localStorage.setItem(COUNTRY_KEY, code);
    } catch {
      // Storage is full or forbidden, so the next page suggests a country again.
    }
  }

  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
      <span role="status">{text ?? 'The job does not say. Ask the employer.'}</span>
      <span className="flex max-w-full items-baseline gap-2 text-small font-normal">
        <label htmlFor={id} className="flex-none">
          You are in
        </label>
        <select
          id={id}
          className="select w-auto min-w-0"
          value={country ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          {!country && <option value="">Choose a country</option>}
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </span>
  );
}

const COUNTRIES = countriesWithTimeZones()
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

function storedCountry(): string | undefined {
  try {
    const code = localStorage.getItem(COUNTRY_KEY);
    return code && /^[A-Z]{2}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function suggestedCountry(): string | undefined {
  return countryOfTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
