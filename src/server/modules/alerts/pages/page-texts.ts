import { html } from 'ghtml';
import { type PageLook, plainPage } from '#server/http/pages/plain-page.ts';
import {
  ALERT_FREQUENCIES,
  type AlertFrequency,
  type AlertPause,
  MAILED_FREQUENCIES,
} from '#shared/domain/alerts.ts';
import { FREQUENCY_LABELS } from '#shared/format/alert-frequency.ts';
import { formatDate } from '#shared/format/day.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { feeds, newAlertPage, pages } from '#shared/urls/paths.ts';
import type { AlertRow } from '../queries.ts';
import { describeSearch, searchOf } from '../searches/describe-searches.ts';

/** The names of companies by their ids. */
type Names = Map<string, string>;

function page(look: PageLook, heading: string, content: string): string {
  return plainPage(
    look,
    heading,
    html`
<p><a class="link" href="${pages.home()}">${look.siteName}</a></p>
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
};

/** Chooses the time zone of the browser in the form. */
export const TIME_ZONE_SCRIPT =
  "const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;for (const option of document.getElementById('timezone').options) if (option.value === zone) option.selected = true";

/** The form on which people subscribe to the new jobs of a search. */
export function newAlertForm(
  look: PageLook,
  { query, typed, names, jobs, hasMore, timeZone }: NewAlertForm,
): string {
  const { q = '' } = searchOf(query);
  const zones = [...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])];
  return page(
    look,
    'Email me new jobs like this',
    html`<p>!${searchLink(query, names)}</p>
!${typed ? html`<p>Searching for “${q}”; you typed “${typed}”.</p>` : ''}
<p>${jobs === 0 ? 'No job of the last 7 days matches this search.' : `${hasMore ? `More than ${jobs}` : jobs} ${jobs === 1 && !hasMore ? 'job' : 'jobs'} of the last 7 days ${jobs === 1 && !hasMore ? 'matches' : 'match'} this search.`}</p>
<form method="post" action="${alertPages.subscribe()}">
<input type="hidden" name="search" value="${query}">
<label class="field-label" for="email">Email</label>
<input id="email" name="email" type="email" class="input" required maxlength="${EMAIL_LENGTH}" autocomplete="email">
<label class="field-label" for="frequency">How often</label>
<select id="frequency" name="frequency" class="select">!${MAILED_FREQUENCIES.map(
      (value) =>
        html`<option value="${value}" !${value === 'daily' ? 'selected' : ''}>${FREQUENCY_LABELS[value]}</option>`,
    )}</select>
<label class="field-label" for="timezone">Your time zone</label>
<select id="timezone" name="timezone" class="select">!${zones.map((zone) => html`<option>${zone}</option>`)}</select>
<button class="button">Continue</button>
</form>
<p class="plain-hint">You confirm the alert in an email. Each email has a link that ends it, and you need no account. <a class="link" href="${pages.privacy()}">What is stored</a></p>
<p class="plain-hint">With an account, you can <a class="link" href="${pages.saved({ tab: 'searches', search: query })}">save the search there</a> instead.</p>
<script>!${TIME_ZONE_SCRIPT}</script>`,
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
    html`<p>We sent an email to <b>${email}</b>. Open its link to confirm the alert; until then, nothing more is sent.</p>
<p>We ask each address once a day. If you have got such an email today, its link also confirms this alert.</p>`,
  );
}

/** What was wrong with a form that was sent without scripts. */
export function invalidFormPage(look: PageLook, problem: string, back: string): string {
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

export function confirmPage(
  look: PageLook,
  { waiting, chosen, names }: { waiting: AlertRow[]; chosen: string[]; names: Names },
): string {
  const choice = ({ id, query, frequency, typed }: AlertRow) => html`
<label class="plain-choice"><input type="checkbox" name="alert" value="${id}" !${chosen.includes(id) ? 'checked' : ''}>
<span>${describeSearch(query, names)} · ${FREQUENCY_LABELS[frequency]}${typed ? ` · you typed “${typed}”` : ''}</span></label>`;
  return page(
    look,
    waiting.length === 1 ? 'Confirm your job alert' : 'Confirm your job alerts',
    form(html`<p>These searches were entered with your address. Leave out those that you do not want.</p>
!${waiting.map(choice)}
!${button('confirm', 'Confirm', 'button')}`),
  );
}

export function confirmedPage(
  look: PageLook,
  { confirmed, names, manage }: { confirmed: AlertRow[]; names: Names; manage: string },
): string {
  return page(
    look,
    confirmed.length > 0 ? 'You get new jobs by email' : 'No alert is confirmed',
    html`!${
      confirmed.length > 0
        ? list(
            confirmed.map(({ query }) => query),
            names,
          )
        : '<p>You chose no search, so nothing is sent.</p>'
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

export function endedPage(
  look: PageLook,
  { queries, names }: { queries: string[]; names: Names },
): string {
  return page(
    look,
    'These emails have ended',
    html`<p>You get no more emails about:</p>
<ul>!${queries.map(
      (query) =>
        html`<li>!${searchLink(query, names)} · <a class="link" href="${newAlertPage(searchOf(query))}">Subscribe again</a></li>`,
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

const PAUSES: Record<AlertPause, string> = {
  person: 'You have paused all emails.',
  unanswered: 'All emails are paused, because you did not answer whether they are still useful.',
  undeliverable: 'All emails are paused, because your mail server refused one.',
};

type Managed = {
  email: string;
  pause: AlertPause | null;
  hasAccount: boolean;
  confirmed: AlertRow[];
  unconfirmed: AlertRow[];
  names: Names;
};

/** Everything that an address gets, and what its owner can do about it. */
export function managePage(
  look: PageLook,
  { email, pause, hasAccount, confirmed, unconfirmed, names }: Managed,
  notice?: string,
): string {
  return page(
    look,
    'Your job alerts',
    html`!${notice ? html`<p role="status"><b>${notice}</b></p>` : ''}
<p>Emails go to <b>${email}</b>.</p>
!${pause ? html`<p>${PAUSES[pause]}</p>!${form(button('resume', 'Resume all emails', 'button'))}` : ''}
!${confirmed.map((alert) => alertForm(alert, names))}
!${unconfirmed.map((alert) => unconfirmedForm(alert, names))}
!${confirmed.length + unconfirmed.length === 0 ? html`<p>You have no alerts.</p>` : ''}
<h2 class="section-title">Everything</h2>
!${pause ? '' : form(button('pause', 'Pause all emails'))}
!${form(button('end', 'End all emails'))}
!${form(button('download', 'Download what is stored (JSON)'))}
!${form(button('erase', 'Delete everything about this address'))}
<p class="plain-hint">Deleting also deletes ${hasAccount ? 'the saved searches of your account' : 'your alerts'}. Records of sent emails are deleted after some days.</p>`,
  );
}

function alertForm({ id, query, frequency, created_at, typed }: AlertRow, names: Names): string {
  const option = (value: AlertFrequency) =>
    html`<option value="${value}" !${value === frequency ? 'selected' : ''}>${FREQUENCY_LABELS[value]}</option>`;
  const search = describeSearch(query, names);
  return html`<h2 class="section-title">!${searchLink(query, names)}</h2>
!${typed ? html`<p>You typed “${typed}”.</p>` : ''}
<p class="plain-hint">Since ${formatDate(created_at.toISOString())} · <a class="link" href="${feeds.jobsAtom(searchOf(query))}">Feed</a></p>
!${form(html`<input type="hidden" name="alert" value="${id}">
<select name="frequency" class="select" aria-label="Emails for ${search}">!${ALERT_FREQUENCIES.map(option)}</select>
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
    'Everything is deleted',
    html`<p>This site has deleted your alerts and your address. You get no more emails about them.</p>`,
  );
}
