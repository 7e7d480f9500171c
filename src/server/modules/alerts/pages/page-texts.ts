import { html } from 'ghtml';
import { type PageLook, plainPage } from '#server/http/pages/plain-page.ts';
import {
  ALERT_FREQUENCIES,
  type AlertFrequency,
  type AlertPause,
  MAILED_FREQUENCIES,
} from '#shared/domain/alerts.ts';
import { isTimeZone } from '#shared/domain/time-zone.ts';
import { FREQUENCY_LABELS } from '#shared/format/alert-frequency.ts';
import { PAUSE_TEXTS } from '#shared/format/alert-pause.ts';
import { formatDate } from '#shared/format/day.ts';
import { EMAIL_LENGTH, MAX_ALERTS } from '#shared/limits.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { feeds, newAlertPage, pages } from '#shared/urls/paths.ts';
import type { AlertRow } from '../queries.ts';
import { UNCONFIRMED_ALERT_DAYS } from '../retention/commands.ts';
import { describeSearch, searchOf } from '../searches/describe-searches.ts';

/** The names of companies by their ids. */
type Names = Map<string, string>;

function page(look: PageLook, heading: string, content: string, title = heading): string {
  return plainPage(
    look,
    title,
    html`
<p><a class="link" href="${pages.home()}">${look.site.name}</a></p>
<h1 class="section-title">${heading}</h1>
!${content}`,
  );
}

const searchLink = (query: string, names: Names) =>
  html`<a class="link" href="${pages.jobs(searchOf(query))}">${describeSearch(query, names)}</a>`;

const button = (value: string, label: string, style = 'button button-secondary') =>
  html`<button name="do" value="${value}" class="${style}">${label}</button>`;

const form = (content: string) => html`<form method="post">!${content}</form>`;

function list(queries: string[], names: Names): string {
  return html`<ul>!${queries.map((query) => html`<li>!${searchLink(query, names)}</li>`)}</ul>`;
}

type NewAlertForm = {
  /** The query string of the search, with its spelling corrected. */
  query: string;
  /** The words as typed, if they are corrected. */
  typed: string | undefined;
  names: Names;
  /** How many jobs of this week the alert would have sent, and whether there are more. */
  jobs: number;
  hasMore: boolean;
  timeZone: string;
  /** What was sent, if it was not valid, and the names of the fields that are not. */
  given?: Record<string, string>;
  invalid?: unknown[];
};

/** What is wrong with the fields of the form. */
const FIELD_ERRORS = {
  email: 'Enter an email address, such as name@example.com.',
  frequency: 'Choose how often.',
  timezone: 'Choose your time zone.',
};

const timeZoneSelect = (chosen: string, attributes = '') => {
  const zones = [...new Set([chosen, ...Intl.supportedValuesOf('timeZone')])];
  return html`<label class="field-label" for="timezone">Your time zone</label>
<select id="timezone" name="timezone" class="select" !${attributes}>!${zones.map(
    (zone) => html`<option !${zone === chosen ? 'selected' : ''}>${zone}</option>`,
  )}</select>`;
};

/** Chooses the time zone of the browser in the form. */
export const TIME_ZONE_SCRIPT =
  "const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;for (const option of document.getElementById('timezone').options) if (option.value === zone) option.selected = true";

/** The form on which people subscribe to the new jobs of a search. */
export function newAlertForm(
  look: PageLook,
  { query, typed, names, jobs, hasMore, timeZone, given, invalid = [] }: NewAlertForm,
): string {
  const { q = '' } = searchOf(query);
  const { email = '', frequency = 'daily' } = given ?? {};
  const zone = given?.timezone && isTimeZone(given.timezone) ? given.timezone : timeZone;
  const attributesOf = (field: keyof typeof FIELD_ERRORS) =>
    invalid.includes(field) ? `aria-invalid="true" aria-describedby="${field}-error"` : '';
  const errorOf = (field: keyof typeof FIELD_ERRORS) =>
    invalid.includes(field)
      ? html`<p id="${field}-error" class="field-error">${FIELD_ERRORS[field]}</p>`
      : '';
  return page(
    look,
    'Email me new jobs like this',
    html`<p>!${searchLink(query, names)}</p>
!${typed ? html`<p>Searching for “${q}”; you typed “${typed}”.</p>` : ''}
<p>${jobs === 0 ? 'No job of the last 7 days matches this search.' : `${hasMore ? `More than ${jobs}` : jobs} ${jobs === 1 && !hasMore ? 'job' : 'jobs'} of the last 7 days ${jobs === 1 && !hasMore ? 'matches' : 'match'} this search.`}</p>
<form method="post" action="${alertPages.subscribe()}">
<input type="hidden" name="search" value="${query}">
<label class="field-label" for="email">Email</label>
<input id="email" name="email" type="email" class="input" required maxlength="${EMAIL_LENGTH}" autocomplete="email" value="${email}" !${attributesOf('email')}>
!${errorOf('email')}
<label class="field-label" for="frequency">How often</label>
<select id="frequency" name="frequency" class="select" !${attributesOf('frequency')}>!${MAILED_FREQUENCIES.map(
      (value) =>
        html`<option value="${value}" !${value === frequency ? 'selected' : ''}>${FREQUENCY_LABELS[value]}</option>`,
    )}</select>
!${errorOf('frequency')}
!${timeZoneSelect(zone, attributesOf('timezone'))}
!${errorOf('timezone')}
<button class="button">Continue</button>
</form>
<p class="plain-hint">You confirm the alert in an email. Each email has a link that ends it, and you need no account. <a class="link" href="${pages.privacy()}">What is stored</a></p>
<p class="plain-hint">With an account, you can <a class="link" href="${pages.saved({ tab: 'searches', search: query })}">save the search there</a> instead.</p>
!${given ? '' : html`<script>!${TIME_ZONE_SCRIPT}</script>`}`,
    given && 'Error: Email me new jobs like this',
  );
}

/** For the form on a board that sends no emails. */
export function noMailPage(look: PageLook, query: string): string {
  return page(
    look,
    'This site sends no emails',
    html`<p>You can follow the search with its feed instead.</p><p><a class="button" href="${feeds.jobsAtom(searchOf(query))}">Open the feed</a></p>`,
  );
}

/** After an address was entered. The page is the same for known and unknown addresses. */
export function askedPage(look: PageLook, email: string): string {
  return page(
    look,
    'Check your inbox',
    html`<p>If <b>${email}</b> has no alert for this search yet, an email asks for a confirmation. Open its link; until then, the alert sends nothing.</p>
<p>We ask each address once a day. If you have got such an email today, its link also confirms this alert. An address can have up to ${MAX_ALERTS} alerts.</p>`,
  );
}

/** Why the alert of a form that was sent without scripts is not stored, if no field is the reason. */
export function refusedFormPage(look: PageLook, problem: string, back: string): string {
  return page(
    look,
    'Error: the alert was not stored',
    html`<p role="alert">${problem}</p><p><a class="button" href="${back}">Back to the form</a></p>`,
  );
}

/** For a link that was not signed here, or is no longer valid. */
export function invalidLinkPage(look: PageLook): string {
  return page(
    look,
    'This link is not valid',
    html`<p>The link is incomplete or has expired, or the alerts that it is about have ended. If you still get emails, use the link in the latest one.</p>
<p>To get new jobs by email, search for jobs and choose “Email me new jobs like this”.</p>
<p><a class="button" href="${pages.jobs()}">Search for jobs</a></p>`,
  );
}

type Confirmation = {
  waiting: AlertRow[];
  /** The ids of the alerts that are ticked. */
  chosen: string[];
  names: Names;
  /** Whether the form was sent without a choice. */
  isMissing?: boolean;
};

export function confirmPage(
  look: PageLook,
  { waiting, chosen, names, isMissing = false }: Confirmation,
): string {
  const choice = ({ id, query, frequency, typed }: AlertRow) => html`
<label class="plain-choice"><input type="checkbox" name="alert" value="${id}" !${isMissing ? 'aria-invalid="true" aria-describedby="alert-error"' : ''} !${chosen.includes(id) ? 'checked' : ''}>
<span>${describeSearch(query, names)} · ${FREQUENCY_LABELS[frequency]}${typed ? ` · you typed “${typed}”` : ''}</span></label>`;
  const heading = waiting.length === 1 ? 'Confirm your job alert' : 'Confirm your job alerts';
  return page(
    look,
    heading,
    form(html`<p>These searches were entered with your address. Leave out those that you do not want.</p>
!${waiting.map(choice)}
!${isMissing ? html`<p id="alert-error" class="field-error">Choose at least one search. To get no emails, close this page.</p>` : ''}
!${button('confirm', 'Confirm', 'button')}`),
    isMissing ? `Error: ${heading}` : heading,
  );
}

/** For an alert that is one too many. */
export const FULL = `You have ${MAX_ALERTS} alerts, as many as an address can have. Delete one before you confirm another.`;

type Confirmed = {
  confirmed: AlertRow[];
  /** How many alerts were not confirmed because they were too many. */
  surplus: number;
  pause: AlertPause | null;
  names: Names;
  /** The path of the page of all alerts. */
  manage: string;
};

/** What an address gets once its owner has confirmed alerts. */
export function confirmedPage(
  look: PageLook,
  { confirmed, surplus, pause, names, manage }: Confirmed,
): string {
  const sending = confirmed.filter(({ frequency }) => frequency !== 'never');
  const isSending = sending.length > 0 && !pause;
  return page(
    look,
    isSending ? 'You get new jobs by email' : 'You get no emails at present',
    html`!${surplus > 0 ? html`<p role="status"><b>${FULL}</b></p>` : ''}
!${sending.length > 0 && pause ? html`<p>${PAUSE_TEXTS[pause]} Once you resume them, you get new jobs of:</p>` : ''}
!${
      sending.length > 0
        ? list(
            sending.map(({ query }) => query),
            names,
          )
        : html`<p>${confirmed.length > 0 ? 'Your searches send no emails. Choose how often below.' : 'You have no confirmed alerts.'}</p>`
    }
<p><a class="link" href="${manage}">Change, pause or end your alerts</a></p>`,
  );
}

export function endQuestionPage(
  look: PageLook,
  { queries, names }: { queries: string[]; names: Names },
): string {
  return page(
    look,
    'End these emails?',
    html`<p>You will get no more emails about:</p>!${list(queries, names)}!${form(button('end', 'End these emails', 'button'))}`,
  );
}

type Ended = {
  queries: string[];
  names: Names;
  /** Whether the searches are those of an account, which has them without emails now. */
  hasAccount: boolean;
};

export function endedPage(look: PageLook, { queries, names, hasAccount }: Ended): string {
  const again = (query: string) =>
    hasAccount ? pages.saved({ tab: 'searches' }) : newAlertPage(searchOf(query));
  return page(
    look,
    'These emails have ended',
    queries.length === 0
      ? html`<p>You get no more of them.</p>`
      : html`<p>You get no more emails about:</p>
<ul>!${queries.map(
          (query) =>
            html`<li>!${searchLink(query, names)} · <a class="link" href="${again(query)}">Subscribe again</a></li>`,
        )}</ul>`,
  );
}

export function keepQuestionPage(look: PageLook): string {
  return page(
    look,
    'Are your job alerts still useful?',
    html`<p>If they are, keep them. Otherwise they pause by themselves.</p>!${form(button('keep', 'Keep my alerts', 'button'))}`,
  );
}

export function keptPage(look: PageLook, manage: string): string {
  return page(
    look,
    'Your job alerts continue',
    html`<p>You get new jobs by email as before.</p><p><a class="link" href="${manage}">Change, pause or end your alerts</a></p>`,
  );
}

type Managed = {
  email: string;
  pause: AlertPause | null;
  hasAccount: boolean;
  timeZone: string;
  confirmed: AlertRow[];
  waiting: AlertRow[];
  names: Names;
};

/** Everything that an address gets, and what its owner can do about it. */
export function managePage(
  look: PageLook,
  { email, pause, hasAccount, timeZone, confirmed, waiting, names }: Managed,
  notice?: string,
): string {
  return page(
    look,
    'Your job alerts',
    html`!${notice ? html`<p role="status"><b>${notice}</b></p>` : ''}
!${email ? html`<p>Emails go to <b>${email}</b>.</p>` : '<p>Your account has no verified email address, so no emails are sent.</p>'}
!${pause ? html`<p>${PAUSE_TEXTS[pause]}</p>!${form(button('resume', 'Resume all emails', 'button'))}` : ''}
!${confirmed.map((alert) => alertForm(alert, names, hasAccount))}
!${waiting.map((alert) => unconfirmedForm(alert, names))}
!${confirmed.length + waiting.length === 0 ? html`<p>You have no alerts.</p>` : ''}
<h2 class="section-title">All alerts</h2>
!${form(html`!${timeZoneSelect(timeZone)}
!${button('zone', 'Save time zone')}`)}
!${pause ? '' : form(button('pause', 'Pause all emails'))}
!${form(button('end', 'End all emails'))}
!${form(button('download', 'Download what is stored (JSON)'))}
!${form(button('erase', 'Delete everything about this address'))}
<p class="plain-hint">${
      hasAccount
        ? 'Searches that send no emails stay in your account.'
        : `Alerts that have ended are deleted after ${UNCONFIRMED_ALERT_DAYS} days.`
    }</p>`,
  );
}

type Erased = { email: string; hasAccount: boolean; queries: string[]; names: Names };

/** Asks before everything about an address is deleted, because that also deletes the saved searches of its account. */
export function eraseQuestionPage(
  look: PageLook,
  { email, hasAccount, queries, names }: Erased,
): string {
  return page(
    look,
    'Delete everything about this address?',
    html`<p>This deletes the address <b>${email}</b> from alerts${queries.length === 0 ? '.' : hasAccount ? ', and these saved searches of your account:' : ', and these alerts:'}</p>
!${queries.length > 0 ? list(queries, names) : ''}
<p>You get no more emails about new jobs. This cannot be undone.</p>
!${form(button('erase-now', 'Delete everything', 'button'))}
!${form(button('manage', 'Keep everything'))}`,
  );
}

function alertForm(
  { id, query, frequency, created_at, typed }: AlertRow,
  names: Names,
  hasAccount: boolean,
): string {
  // Only an account shows the new jobs of a search that sends no emails.
  const choices = hasAccount || frequency === 'never' ? ALERT_FREQUENCIES : MAILED_FREQUENCIES;
  const option = (value: AlertFrequency) =>
    html`<option value="${value}" !${value === frequency ? 'selected' : ''}>${FREQUENCY_LABELS[value]}</option>`;
  const search = describeSearch(query, names);
  return html`<h2 class="section-title">!${searchLink(query, names)}</h2>
!${typed ? html`<p>You typed “${typed}”.</p>` : ''}
<p class="plain-hint">Since ${formatDate(created_at.toISOString())} · <a class="link" href="${feeds.jobsAtom(searchOf(query))}">Feed</a></p>
!${form(html`<input type="hidden" name="alert" value="${id}">
<select name="frequency" class="select" aria-label="Emails for ${search}">!${choices.map(option)}</select>
!${button('change', 'Save')}
!${button('delete', 'Delete')}`)}`;
}

function unconfirmedForm({ id, query }: AlertRow, names: Names): string {
  return html`<h2 class="section-title">!${searchLink(query, names)}</h2>
<p>Not confirmed yet, so it sends nothing.</p>
!${form(html`<input type="hidden" name="alert" value="${id}">
!${button('confirm', 'Confirm', 'button')}
!${button('delete', 'Delete')}`)}`;
}

export function erasedPage(look: PageLook): string {
  return page(
    look,
    'Your alerts are deleted',
    html`<p>This site has deleted your alerts and your address. You get no more emails about them.</p>
<p><a class="button" href="${pages.jobs()}">Search for jobs</a></p>`,
  );
}
