import { JOB_LIFETIME_DAYS } from '../limits.ts';
import type { Moderation, Registration } from './board-rules.ts';
import { EMPLOYMENT_TYPES, type EmploymentType } from './employment-types.ts';
import type { JobReview } from './job-drafts.ts';

/**
 * The settings of a board that site admins change on a screen or with a file. The values are the defaults: the texts of the
 * specification.
 */
export type BoardSettings = {
  /** The name of the board. */
  name: string;
  /** What the board is, in a few words: in the title of the home page, after the name. */
  tagline: string;
  /** The heading of the home page, and the line below it. */
  heading: string;
  subheading: string;
  /** The two cards on the home page: for people who seek jobs, and for employers. */
  seekersheading: string;
  seekerstext: string;
  seekersbutton: string;
  employersheading: string;
  employerstext: string;
  employersbutton: string;
  /** What search engines and link previews show below the title of the home page. */
  description: string;
  /** The email address at which people reach the operator; empty if there is none. */
  contact: string;
  /** Who runs the board, in the footer; empty if its name says it. */
  legalname: string;
  /** The years of the copyright in the footer, such as "2025" or "2025–2026". */
  years: string;
  /** Further links in the footer. */
  links: FooterLink[];
  /** The color of links and buttons, such as `#1a7f4e`; empty for the default one. */
  accent: string;
  /**
   * The paths of uploaded pictures: the logo beside the name, and the icon in tabs of browsers, each with another one for
   * the dark scheme. Empty for a sign that is drawn.
   */
  logo: string;
  logodark: string;
  icon: string;
  icondark: string;
  /** Which jobs of company admins a site admin reads before they are published. */
  review: JobReview;
  /** Whether a new job must state a salary range or pay. */
  payrequired: boolean;
  /** The employment types of jobs that are posted here. Jobs from sources may have others. */
  types: EmploymentType[];
  /** The currency that the form for a new job proposes (ISO 4217); empty for none. */
  currency: string;
  /** How long a new or renewed job is open unless its employer chooses a different closing date (days). */
  daysopen: number;
  /** The time zone in which jobs close whose places do not say it (IANA). */
  timezone: string;
  /** Who may ask to post jobs for a company. */
  registration: Registration;
  /** How often site admins get an email about what waits in the inbox. */
  moderation: Moderation;
};

export type FooterLink = { label: string; url: string };

export type SettingName = keyof BoardSettings;

/** A constant of its own, so that the script of every page has no other default. */
export const DEFAULT_DESCRIPTION = 'Find the Composable job that fits your skills and needs';

/** The settings of a board on which nobody has changed any. */
export const DEFAULT_SETTINGS: Readonly<BoardSettings> = {
  name: 'Composable Jobs',
  tagline: '',
  heading: 'Connecting Composable Jobs and Professionals',
  subheading: 'Find the Composable job that fits your skills and needs',
  seekersheading: 'For Developers',
  seekerstext: 'Browse our Vue jobs and start your career today',
  seekersbutton: 'Browse Jobs',
  employersheading: 'For Employers',
  employerstext: 'List your job to find the perfect developer for the role',
  employersbutton: 'Add Job',
  description: DEFAULT_DESCRIPTION,
  contact: '',
  legalname: '',
  years: '2025',
  links: [],
  accent: '',
  logo: '',
  logodark: '',
  icon: '',
  icondark: '',
  review: 'none',
  payrequired: true,
  types: [...EMPLOYMENT_TYPES],
  currency: '',
  daysopen: JOB_LIFETIME_DAYS,
  timezone: 'UTC',
  registration: 'everyone',
  moderation: 'daily',
};

export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as SettingName[];

/** The texts of the home page, which the browser needs to navigate to it. */
const HOME_TEXTS = [
  'tagline',
  'heading',
  'subheading',
  'seekersheading',
  'seekerstext',
  'seekersbutton',
  'employersheading',
  'employerstext',
  'employersbutton',
  'description',
] as const satisfies SettingName[];

export type HomeTexts = Pick<BoardSettings, (typeof HOME_TEXTS)[number]>;

/** The settings whose values are the paths of uploads. */
export const PICTURE_SETTINGS = [
  'logo',
  'logodark',
  'icon',
  'icondark',
] as const satisfies SettingName[];

/** Whether two values of a setting are the same. The database does not keep the order of the names in a value. */
export function isSameSetting(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortNames) === JSON.stringify(other, sortNames);
}

function sortNames(_: string, value: unknown): unknown {
  const hasNames = typeof value === 'object' && value !== null && !Array.isArray(value);
  return hasNames ? Object.fromEntries(Object.entries(value).sort()) : value;
}

export type FooterTexts = Pick<BoardSettings, 'legalname' | 'years' | 'links'>;

/** The texts of the home page that differ from the default ones; undefined if none does. */
export function changedTexts(settings: BoardSettings): Partial<HomeTexts> | undefined {
  const changed = HOME_TEXTS.filter((name) => settings[name] !== DEFAULT_SETTINGS[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, settings[name]]));
}

/** The texts of the home page. @param changed those that differ from the default ones */
export const homeTexts = (changed: Partial<HomeTexts> | undefined): HomeTexts => ({
  ...DEFAULT_SETTINGS,
  ...changed,
});
