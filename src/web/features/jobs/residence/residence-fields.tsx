import { countryOf, type Residence } from '#shared/domain/eligibility.ts';
import { regionsOf } from '#shared/domain/regions.ts';
import { countriesWithTimeZones, countryOfTimeZone } from '#shared/domain/time-zone-country.ts';
import { countryName } from '#shared/format/country.ts';
import { SelectField } from '#web/ui/field.tsx';
import { storeResidence } from './residence.ts';

type Props = {
  residence: Residence | undefined;
  /** The id of the popover that contains the fields. */
  popover: string;
};

/** The fields for the visitor's country and, where jobs are often open only to some, region. */
export function ResidenceFields({ residence = '', popover }: Props) {
  const country = countryOf(residence);
  const regions = regionsOf(country);
  return (
    <>
      <SelectField
        label="Country"
        name="residence-country"
        autoFocus
        hint="Stays in this browser."
        value={country}
        onChange={({ currentTarget }) => storeResidence(currentTarget.value)}
      >
        <option value="">Not set</option>
        {suggested && <CountryOption code={suggested} />}
        <hr />
        {COUNTRIES.map((code) => code !== suggested && <CountryOption key={code} code={code} />)}
      </SelectField>
      {regions.length > 0 && (
        <SelectField
          label="State or region"
          name="residence-region"
          value={residence}
          onChange={({ currentTarget }) => storeResidence(currentTarget.value)}
        >
          <option value={country}>Not set</option>
          {regions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <button type="button" className="button" popoverTarget={popover}>
        Done
      </button>
    </>
  );
}

const CountryOption = ({ code }: { code: string }) => (
  <option value={code}>{countryName(code)}</option>
);

/** The country of the browser's time zone, which is the first to choose from. */
const suggested = countryOfTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

const COUNTRIES = countriesWithTimeZones().sort((a, b) =>
  countryName(a).localeCompare(countryName(b), 'en'),
);
