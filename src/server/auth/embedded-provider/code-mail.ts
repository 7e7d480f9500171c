import type { Outbox } from '#server/mail/outbox.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { CODE_MINUTES } from '#shared/limits.ts';
import type { SendCode } from './codes.ts';

/**
 * Returns a function that queues the mail with a sign-in code. The mail has a code and no link, because mail scanners
 * open links and would use a code up.
 */
export function codeMail(outbox: Outbox, site: LiveSite): SendCode {
  const { host } = new URL(site.origin);
  return async (tx, { email, code, sending }) => {
    const result = await outbox.queue(tx, {
      to: email,
      subject: `Your code for ${site.name}`,
      content: {
        subject: `${code} is your code for ${site.name}`,
        heading: `Sign in to ${site.name}`,
        paragraphs: [
          `Enter this code in the window at ${host} that asks for it. It is valid for ${CODE_MINUTES} minutes.`,
          'Never give the code to anyone. Nobody from this site asks for it by email or phone.',
        ],
        code,
        reason: `Someone entered this address at ${host} to sign in. If it was not you, ignore this email.`,
      },
      ...sending,
    });
    return result === 'queued';
  };
}
