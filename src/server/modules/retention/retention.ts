import { CODE_DAYS } from '#server/auth/embedded-provider/codes.ts';
import { SESSION_DAYS } from '#server/auth/embedded-provider/sessions.ts';
import { FAILED_MAIL_DAYS, SENT_MAIL_DAYS } from '#server/mail/maintain-outbox.ts';
import {
  ALERT_CONFIRMATION_HOURS,
  ALERT_MATCH_DAYS,
  ALERT_SENT_JOB_DAYS,
  UNCONFIRMED_ALERT_DAYS,
} from '#server/modules/alerts/retention/commands.ts';
import { LEFTOVER_DAYS } from '#server/modules/merges/delete-old-leftovers.ts';
import { RESOLVED_REPORT_DAYS } from '#server/modules/reports/commands.ts';
import { PREVIEW_DAYS, RUN_DAYS } from '#server/modules/sources/commands.ts';
import { COUNTED_HOURS, EXPIRED_INVITATION_DAYS } from '#server/modules/teams/commands.ts';
import { EXPORT_HOURS } from '#shared/domain/personal-data.ts';
import {
  CLAIM_DAYS,
  IDEMPOTENCY_KEY_LIFETIME,
  INVITATION_DAYS,
  UNUSED_LOGO_LIFETIME,
} from '#shared/limits.ts';

const HOUR = 3_600_000;

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
const hours = (milliseconds: number) => `${milliseconds / HOUR} hours`;

/**
 * The data that the board stores, and how long it is stored. The scheduled tasks use the same values. The privacy page
 * and docs/operations/privacy.md have the same table.
 */
export const RETENTION: readonly (readonly [data: string, kept: string])[] = [
  [
    'Account with the last sign-in, memberships, passkeys, linked identities of other providers',
    'until the account is deleted',
  ],
  ['Reason of a block', 'until the block ends or the account is deleted'],
  ['Jobs and companies', 'until someone deletes them'],
  [
    'Unpublished jobs',
    'until they are published or deleted; their author until the account is deleted; those of a deleted company in the audit trail',
  ],
  [
    'Audit trail',
    'as long as the board; it names people by random keys, which mean nothing once the account is deleted',
  ],
  ['Sessions', `${days(SESSION_DAYS)} after the last use`],
  ['Sign-in codes', `${days(CODE_DAYS)} after they expire`],
  ['Sent emails', days(SENT_MAIL_DAYS)],
  ['Failed emails', days(FAILED_MAIL_DAYS)],
  [
    'Reports of jobs',
    `${days(RESOLVED_REPORT_DAYS)} after they are resolved; the email address until they are resolved`,
  ],
  ['Claims and registrations', `${days(CLAIM_DAYS)} after the last change, unless in review`],
  [
    'Requests to change the name or website of a company',
    'until they are approved or withdrawn, or the company is deleted; the person until the account is deleted',
  ],
  [
    'The choices about the daily email of site admins and about reminders',
    'until the account is deleted',
  ],
  [
    'Saved, applied to and hidden jobs, notes, hidden companies',
    'until the person removes them or the account is deleted',
  ],
  [
    'Claims, invitations and edits that a merge of companies has dropped',
    `${days(LEFTOVER_DAYS)} after the merge, so that it can be undone`,
  ],
  [
    'Invitations',
    `${days(INVITATION_DAYS)} until they expire, and ${days(EXPIRED_INVITATION_DAYS)} more`,
  ],
  ['Counts of sent invitations', `${COUNTED_HOURS} hours`],
  [
    'Alerts and saved searches with the email address',
    `until the person deletes them or the account; ${days(UNCONFIRMED_ALERT_DAYS)} if nobody confirms them, or after the person ends them without an account`,
  ],
  ['New jobs of alerts and saved searches', days(ALERT_MATCH_DAYS)],
  ['The jobs about which an alert was mailed', days(ALERT_SENT_JOB_DAYS)],
  ['That an address was asked to confirm an alert', `${ALERT_CONFIRMATION_HOURS} hours`],
  ['Downloads of personal data', `${EXPORT_HOURS} hours`],
  ['Idempotency keys', hours(IDEMPOTENCY_KEY_LIFETIME)],
  ['Unused logos', hours(UNUSED_LOGO_LIFETIME)],
  ['Runs of sources', `${days(RUN_DAYS)}; the latest of each as long as the source`],
  ['Previews of sources', days(PREVIEW_DAYS)],
  ['Counts of requests by network', 'minutes'],
  ['List of deleted accounts', 'as long as the board; digests of random keys'],
];
