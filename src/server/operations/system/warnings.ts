import { describeAge, describeWaiting } from '#server/modules/inbox/digest/describe-waiting.ts';
import type { InboxSummary } from '#server/modules/inbox/queries.ts';
import type { SystemStatus } from '#shared/contract/system.ts';

/** The state of the board, and the other facts that decide whether something needs attention. */
export type Circumstances = Omit<SystemStatus, 'warnings'> & {
  now: Date;
  /** Whether people on other machines can use the demo sign-in, which requires no proof. */
  hasOpenDemoSignIn: boolean;
  /** Whether other machines can reach the board at its public URL. */
  isPublic: boolean;
  /** What waits for site admins. */
  inbox: InboxSummary;
  /** The pages that the operator has written. */
  written: { imprint: boolean; contact: boolean };
};

type Warning = SystemStatus['warnings'][number];

const DAY = 86_400_000;
const GIGABYTE = 1_000_000_000;

/** The age from which a backup is too old (days). */
const MAX_BACKUP_DAYS = 7;

/** Lists what needs attention, the most urgent first. */
export function findWarnings(board: Circumstances): Warning[] {
  const { mail, disk, queue, counts, sources, inbox, written } = board;
  const percentFree = Math.floor((100 * disk.free) / Math.max(1, disk.total));
  const failing = board.tasks.filter(
    ({ succeeded, failed }) => failed !== null && (succeeded === null || failed > succeeded),
  );
  const warnings: (Warning | false)[] = [
    disk.free < 2 * GIGABYTE &&
      percentFree < 10 && {
        problem: `The disk is nearly full: ${percentFree} % is free.`,
        advice:
          'Free some space or enlarge the disk. On a full disk, the board refuses all changes.',
      },
    board.hasOpenDemoSignIn && {
      problem: 'Anyone on other machines can sign in as anyone.',
      advice:
        'Unset AUTH_EMBEDDED, or set PUBLIC_URL to the public address, so that people must prove their email address.',
    },
    isOld(board.lastbackup, board.now) && {
      problem: board.lastbackup
        ? `The last backup is more than ${MAX_BACKUP_DAYS} days old.`
        : 'No backup is known.',
      advice:
        'Every day, run npm run backup -- FILE and store the file on another machine. The board does not know about backups by other programs.',
    },
    counts.siteadmins === 0 && {
      problem: 'There is no site admin.',
      advice: 'Make a person a site admin: npm run account -- set-role ADDRESS siteadmin.',
    },
    counts.siteadmins === 1 && {
      problem: 'There is no second site admin.',
      advice:
        'Make another person a site admin on the screen People, so that someone can help you.',
    },
    inbox.total > 0 && {
      problem: `${describeWaiting(inbox)}, ${describeAge(inbox, board.now)}.`,
      advice: 'Decide what waits on the screen Inbox.',
    },
    !written.imprint &&
      board.isPublic && {
        problem: 'The site has no imprint.',
        advice: 'Some countries, such as Germany, require one. Write it on the screen Pages.',
      },
    !written.contact &&
      board.isPublic && {
        problem: 'The page Contact Us is empty.',
        advice: 'Write it on the screen Pages.',
      },
    mail.sending === 'off' &&
      board.isPublic && {
        problem: 'No mail server is configured, so people cannot sign in by code.',
        advice:
          'Set SMTP_URL and MAIL_FROM, and test them with: npm run board -- mail test ADDRESS.',
      },
    (mail.sending === 'paused' || mail.sending === 'restored') && {
      problem: `Emails are paused; ${mail.waiting === 1 ? '1 email waits' : `${mail.waiting} emails wait`}.`,
      advice: 'Resume them on the screen Mail.',
    },
    mail.failed > 0 && {
      problem: `${mail.failed === 1 ? '1 email was' : `${mail.failed} emails were`} not sent in the last seven days.`,
      advice: 'Read the reasons on the screen Mail, and send them again once the cause is gone.',
    },
    queue.failed > 0 && {
      problem: `${queue.failed === 1 ? '1 job of the queue has' : `${queue.failed} jobs of the queue have`} failed for good.`,
      advice: 'Search the log for the reasons.',
    },
    sources.restored > 0 && {
      problem: `${numberOf(sources.restored, 'source is', 'sources are')} paused since a restore.`,
      advice: 'Resume them on the screen Sources once no other board is running.',
    },
    sources.stopped > 0 && {
      problem: `${numberOf(sources.stopped, 'source is', 'sources are')} paused after failing for days.`,
      advice: 'On the screen Sources, read why. Correct the address or resume them.',
    },
    sources.failing > 0 && {
      problem: `The last run of ${numberOf(sources.failing, 'source', 'sources')} failed.`,
      advice: 'The board tries again by itself. The screen Sources says why it failed.',
    },
    failing.length > 0 && {
      problem: `The last run of ${failing.map(({ name }) => name).join(', ')} failed.`,
      advice: 'The board tries again by itself. If it fails again, search the log for the reason.',
    },
  ];
  return warnings.filter((warning) => warning !== false);
}

function isOld(moment: string | null, now: Date): boolean {
  return moment === null || now.getTime() - Date.parse(moment) > MAX_BACKUP_DAYS * DAY;
}

const numberOf = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;
