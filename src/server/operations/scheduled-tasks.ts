import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { deleteOldCodes } from '#server/auth/embedded-provider/codes.ts';
import {
  deleteEndedSessions,
  deleteExpiredState,
} from '#server/auth/embedded-provider/sessions.ts';
import type { DeletionList } from '#server/content/storage/deletion-list.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { deleteExpiredIdempotencyKeys } from '#server/http/api/idempotency-key.ts';
import { deleteExpiredCounts } from '#server/http/rate-limits/rate-limit-store.ts';
import type { MailOutcome } from '#server/mail/mail-metrics.ts';
import { deleteOldMails, recoverMails } from '#server/mail/maintain-outbox.ts';
import { sendAlerts } from '#server/modules/alerts/digests/send-alerts.ts';
import { matchChanges } from '#server/modules/alerts/matching/match-changes.ts';
import { deleteOldAlerts } from '#server/modules/alerts/retention/commands.ts';
import {
  type ClaimOptions,
  deleteOldClaims,
  grantDueClaims,
} from '#server/modules/claims/commands.ts';
import {
  deleteUnusedSkeletons,
  updateSkeletons,
} from '#server/modules/claims/names/similar-names.ts';
import { renderMissing } from '#server/modules/descriptions/commands.ts';
import { readMissingFacts, storeTimeZone } from '#server/modules/facts/commands.ts';
import { sendDigests } from '#server/modules/inbox/digest/send-digests.ts';
import { closeOverdueJobs } from '#server/modules/jobs/commands.ts';
import { closedMail } from '#server/modules/jobs/renewal/closed-mail.ts';
import type { ReminderOptions } from '#server/modules/jobs/renewal/reminder-mail.ts';
import { sendReminders } from '#server/modules/jobs/renewal/send-reminders.ts';
import { deleteOldLeftovers } from '#server/modules/merges/delete-old-leftovers.ts';
import { copyDeletions } from '#server/modules/personal-data/deletion/copy-deletions.ts';
import { deleteExpiredExports } from '#server/modules/personal-data/export/exporter.ts';
import { deleteOldReports } from '#server/modules/reports/commands.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { compactCounts } from '#server/modules/search/facet-counts.ts';
import { refreshSuggestions } from '#server/modules/search/suggestions/refresh-suggestions.ts';
import { deleteOldRuns } from '#server/modules/sources/commands.ts';
import { deleteOldInvitations } from '#server/modules/teams/commands.ts';
import { removeUnusedUploads } from '#server/modules/uploads/commands.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { recordRun } from './system/task-runs.ts';

const HOUR = 60 * 60 * 1_000;

/**
 * The interval of the frequent tasks (ms). One of them closes overdue jobs, so this is the maximum delay before such a
 * job is closed. Another adds pending changes to the stored facet counts, which makes the counts faster to read; they
 * are correct even before that.
 */
const FREQUENT_INTERVAL = 10_000;

/** The number of jobs after which the task that reads facts logs its progress. */
const LOGGED_JOBS = 10_000;

export type ScheduledTasks = {
  /** Resolves when no task is running. */
  stop(): Promise<void>;
};

/** The names of the tasks in metrics. */
export type Task =
  | 'unused_uploads'
  | 'idempotency_keys'
  | 'dictionary'
  | 'suggestions'
  | 'closed_jobs'
  | 'counts'
  | 'rate_limit_counts'
  | 'descriptions'
  | 'facts'
  | 'old_mails'
  | 'alert_digests'
  | 'old_alerts'
  | 'old_reports'
  | 'old_invitations'
  | 'names'
  | 'due_claims'
  | 'old_claims'
  | 'old_runs'
  | 'sign_in_state'
  | 'data_exports'
  | 'deletion_list'
  | 'job_reminders'
  | 'inbox_digests'
  | 'alert_matches'
  | 'mails';

type Options = {
  db: BoardDatabase;
  /** The URL of the database, for tasks that need a connection of their own. */
  connectionString: string | undefined;
  storage: UploadStorage;
  /** The list to which deletions of accounts are copied. */
  deletions: DeletionList;
  /** The options of the mails about closing dates and about the inbox. */
  reminders: ReminderOptions & { rules: BoardRules };
  /** The options with which claims take effect. */
  claims: ClaimOptions;
  /** The maximum number of mails per minute. */
  mailRate: number;
  logger: FastifyBaseLogger;
  /** Called after each task. */
  onTask?: ((task: Task, succeeded: boolean) => void) | undefined;
  /** Called with the outcome of each mail that a task ends, for example because the mail has expired. */
  onMail?: ((outcome: MailOutcome) => void) | undefined;
};

/**
 * Starts the tasks that delete expired data, close overdue jobs, ask employers about jobs that close soon, tell site
 * admins what waits, and refresh search data. Several processes may run them at the same time.
 */
export function startScheduledTasks({
  db,
  connectionString,
  storage,
  deletions,
  reminders,
  claims,
  mailRate,
  logger,
  onTask,
  onMail,
}: Options): ScheduledTasks {
  const reporting = { db, logger, onTask };
  const ending = new AbortController();
  const endMail = (outcome: MailOutcome, mail: string) => {
    onMail?.(outcome);
    if (outcome === 'expired') logger.warn({ mail }, 'Mail expired; it will not be sent');
  };
  const onBatch = (jobs: number) => {
    if (jobs % LOGGED_JOBS === 0) logger.info({ jobs }, 'Facts of jobs read');
  };
  const hourly = startTasks(reporting, HOUR, [
    [
      'unused_uploads',
      'Unused uploads not removed; retrying in an hour',
      () => removeUnusedUploads(db, storage),
    ],
    [
      'idempotency_keys',
      'Expired idempotency keys not deleted; retrying in an hour',
      () => deleteExpiredIdempotencyKeys(db),
    ],
    [
      'job_reminders',
      'Employers not asked about closing dates; retrying in an hour',
      () => sendReminders(db, reminders, ending.signal),
    ],
    [
      'inbox_digests',
      'Site admins not told what waits; retrying in an hour',
      () => sendDigests(db, reminders),
    ],
    ['old_mails', 'Old mails not deleted; retrying in an hour', () => deleteOldMails(db)],
    ['old_alerts', 'Old alerts not deleted; retrying in an hour', () => deleteOldAlerts(db)],
    ['old_reports', 'Old reports not deleted; retrying in an hour', () => deleteOldReports(db)],
    [
      'old_claims',
      'Old claims not deleted; retrying in an hour',
      async () => {
        await deleteOldClaims(db);
        await deleteUnusedSkeletons(db);
        await deleteOldLeftovers(db);
      },
    ],
    [
      'old_runs',
      'Old runs and previews of sources not deleted; retrying in an hour',
      () => deleteOldRuns(db),
    ],
    [
      'old_invitations',
      'Old invitations not deleted; retrying in an hour',
      () => deleteOldInvitations(db),
    ],
    [
      'sign_in_state',
      'Expired sign-in state not deleted; retrying in an hour',
      // The embedded provider deletes this data itself, but a board may have changed to a different provider.
      async () => {
        await deleteExpiredState(db);
        await deleteOldCodes(db);
        await deleteEndedSessions(db);
      },
    ],
    [
      'dictionary',
      'Search dictionary not refreshed; retrying in an hour',
      () => refreshDictionary(db),
    ],
    [
      'suggestions',
      'Search suggestions not refreshed; retrying in an hour',
      () => refreshSuggestions(db, ending.signal),
    ],
    [
      'facts',
      'Facts of jobs not read; retrying in an hour',
      async () => {
        await storeTimeZone(db, reminders.rules.timeZone);
        await readMissingFacts(db, { signal: ending.signal, onBatch });
      },
    ],
    [
      'descriptions',
      'Descriptions not rendered; each is rendered when it is read',
      () => renderMissing(db, ending.signal),
    ],
  ]);
  const frequent = startTasks(reporting, FREQUENT_INTERVAL, [
    [
      'closed_jobs',
      'Overdue jobs not closed, or people not told; jobs are retried in seconds, mails are not',
      () => closeOverdueJobs(db, closedMail(reminders.outbox, reminders.site)),
    ],
    ['names', 'Names of companies not compared; retrying in seconds', () => updateSkeletons(db)],
    [
      'due_claims',
      'Proven claims not granted; retrying in seconds',
      () => grantDueClaims(db, claims),
    ],
    ['mails', 'Interrupted mails not found; retrying in seconds', () => recoverMails(db, endMail)],
    [
      'alert_digests',
      'New jobs of alerts not mailed; retrying in seconds',
      () => sendAlerts(db, { ...reminders, rate: mailRate, logger }, ending.signal),
    ],
    [
      'data_exports',
      'Expired downloads of personal data not deleted; retrying in seconds',
      () => deleteExpiredExports(db),
    ],
    [
      'deletion_list',
      'List of deleted people not copied; retrying in seconds',
      () => copyDeletions(db, deletions),
    ],
    ['counts', 'Facet counts not compacted; retrying in seconds', () => compactCounts(db)],
    [
      'rate_limit_counts',
      'Expired rate-limit counts not deleted; retrying in seconds',
      () => deleteExpiredCounts(db),
    ],
  ]);
  // After a large import, matching takes minutes, and the other frequent tasks do not wait for it.
  const alerts = startTasks(reporting, FREQUENT_INTERVAL, [
    [
      'alert_matches',
      'New jobs not matched with alerts; retrying in seconds',
      () => matchChanges(db, { connectionString, signal: ending.signal, isGentle: true }),
    ],
  ]);
  return {
    async stop() {
      ending.abort();
      await Promise.all([hourly.stop(), frequent.stop(), alerts.stop()]);
    },
  };
}

/** Runs the tasks one after another, first at once and then at every interval (ms). */
function startTasks(
  { db, logger, onTask = () => {} }: Pick<Options, 'db' | 'logger' | 'onTask'>,
  interval: number,
  tasks: [name: Task, failure: string, task: () => Promise<unknown>][],
): ScheduledTasks {
  async function report(name: Task, succeeded: boolean): Promise<void> {
    onTask(name, succeeded);
    try {
      await recordRun(db, name, succeeded);
    } catch (error) {
      logger.warn(
        { err: error },
        'Run of a scheduled task not recorded; the system screen is outdated',
      );
    }
  }

  /** The tasks that failed at their last run. */
  const failing = new Set<Task>();

  async function runTasks() {
    for (const [name, failure, task] of tasks) {
      let succeeded = true;
      try {
        await task();
        failing.delete(name);
      } catch (error) {
        // Log the failure and continue, because the next run may succeed. If a task fails several times in a row, only
        // the first failure is a warning, because some tasks run every few seconds.
        logger[failing.has(name) ? 'debug' : 'warn']({ err: error }, failure);
        failing.add(name);
        succeeded = false;
      }
      await report(name, succeeded);
    }
  }
  let running = runTasks();
  const timer = setInterval(() => {
    running = running.then(runTasks);
  }, interval);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** Creates the metrics of the scheduled tasks. */
export function taskMetrics(registry: Registry): (task: Task, succeeded: boolean) => void {
  const successes = new Gauge({
    name: 'board_task_last_success_timestamp_seconds',
    help: 'When a scheduled task last succeeded.',
    labelNames: ['task'],
    aggregator: 'max',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'board_task_failures_total',
    help: 'Failures of a scheduled task; the log has the reasons.',
    labelNames: ['task'],
    registers: [registry],
  });
  return (task, succeeded) => {
    failures.inc({ task }, succeeded ? 0 : 1);
    if (succeeded) successes.setToCurrentTime({ task });
  };
}
