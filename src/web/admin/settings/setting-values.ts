import { boardSettings } from '#shared/contract/board-settings.ts';
import {
  type BoardSettings,
  isSameSetting,
  SETTING_NAMES,
  type SettingName,
} from '#shared/domain/board-settings.ts';
import { EMPLOYMENT_TYPES, type EmploymentType } from '#shared/domain/employment-types.ts';
import { MAX_FOOTER_LINKS } from '#shared/limits.ts';
import { checkBody, type Issue } from '#web/forms/errors.ts';

/** The labels of the settings, in the order of the form. */
export const SETTING_LABELS: Record<SettingName, string> = {
  name: 'Name of the board',
  tagline: 'Tagline',
  contact: 'Contact address',
  accent: 'Accent color',
  logo: 'Logo',
  logodark: 'Logo for the dark scheme',
  icon: 'Icon',
  icondark: 'Icon for the dark scheme',
  heading: 'Heading of the home page',
  subheading: 'Line below the heading',
  description: 'Description for search engines',
  seekersheading: 'Heading of the first card',
  seekerstext: 'Text of the first card',
  seekersbutton: 'Button of the first card',
  employersheading: 'Heading of the second card',
  employerstext: 'Text of the second card',
  employersbutton: 'Button of the second card',
  legalname: 'Legal name',
  years: 'Years of the copyright',
  links: 'Links',
  review: 'Review of jobs',
  payrequired: 'Pay',
  types: 'Employment types',
  currency: 'Proposed currency',
  daysopen: 'Days a job is open',
  timezone: 'Time zone',
  registration: 'Who may register a company',
  moderation: 'Emails about the inbox',
};

/** What to do about empty fields. */
export const MISSING: Partial<Record<SettingName, string>> = {
  name: 'Enter the name of the board.',
  heading: 'Enter a heading.',
};

type LinkField = `links.${number}.${'label' | 'url'}`;

type TypeField = `types.${EmploymentType}`;

/** The fields of the form: one for each setting and employment type, and two for each link. */
export type SettingField = Exclude<SettingName, 'links' | 'types'> | LinkField | TypeField;

export const typeField = (type: EmploymentType): TypeField => `types.${type}`;

const LINK_NUMBERS = Array.from({ length: MAX_FOOTER_LINKS }, (_, number) => number);

export const FIELD_LABELS = Object.fromEntries([
  ...Object.entries(SETTING_LABELS).filter(([name]) => name !== 'links' && name !== 'types'),
  ...EMPLOYMENT_TYPES.map((type) => [typeField(type), type]),
  ...LINK_NUMBERS.flatMap((number) => [
    [`links.${number}.label`, `Text of link ${number + 1}`],
    [`links.${number}.url`, `Address of link ${number + 1}`],
  ]),
]) as Record<SettingField, string>;

/** The values of the fields. */
export function valuesOf(settings: BoardSettings): Record<SettingField, string> {
  const { links, payrequired, types, daysopen, ...texts } = settings;
  return {
    ...texts,
    payrequired: String(payrequired),
    daysopen: String(daysopen),
    ...Object.fromEntries(
      EMPLOYMENT_TYPES.map((type) => [typeField(type), String(types.includes(type))]),
    ),
    ...Object.fromEntries(
      LINK_NUMBERS.flatMap((number) => [
        [`links.${number}.label`, links[number]?.label ?? ''],
        [`links.${number}.url`, links[number]?.url ?? ''],
      ]),
    ),
  } as Record<SettingField, string>;
}

type Values = Record<SettingField, string>;

/** The numbers of the links in which the person has entered something. */
const filledLinks = (values: Values) =>
  LINK_NUMBERS.filter(
    (number) => values[`links.${number}.label`]?.trim() || values[`links.${number}.url`]?.trim(),
  );

function settingsOf(values: Values): Record<SettingName, unknown> {
  const texts = Object.fromEntries(
    SETTING_NAMES.filter((name) => name !== 'links' && name !== 'types').map((name) => [
      name,
      values[name],
    ]),
  ) as Record<SettingName, unknown>;
  return {
    ...texts,
    payrequired: values.payrequired === 'true',
    types: EMPLOYMENT_TYPES.filter((type) => values[typeField(type)] === 'true'),
    daysopen: Number(values.daysopen.trim() || Number.NaN),
    links: filledLinks(values).map((number) => ({
      label: values[`links.${number}.label`],
      url: values[`links.${number}.url`],
    })),
  };
}

/** The request body: the settings that the person has changed. */
export function changedSettings(values: Values, initial: Values): Partial<BoardSettings> {
  const [now, then] = [settingsOf(values), settingsOf(initial)];
  const changed = SETTING_NAMES.filter((name) => !isSameSetting(now[name], then[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

/** Validates the values that the person has changed. Empty lines between links are left out, so their numbers differ. */
export function checkSettings(values: Values, initial: Values): Issue[] {
  const rows = filledLinks(values);
  const issues = checkBody(boardSettings.partial(), changedSettings(values, initial));
  return issues.map(({ path, message }) => ({
    path: path
      .replace(/^links\.(\d+)/, (_, index) => `links.${rows[Number(index)] ?? 0}`)
      .replace(/^types$/, typeField(EMPLOYMENT_TYPES[0])),
    message,
  }));
}
