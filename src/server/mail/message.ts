import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';
import type { MailContent } from '#server/db/mail-tables.ts';
import type { Mailbox } from '#server/platform/config/mail-settings.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { mailHtml, mailText } from './template.ts';

export type Message = {
  to: string;
  subject: string;
  content: MailContent;
  /** The `Message-ID` in angle brackets; by default, a new one. */
  messageId: string | undefined;
  /** When the mail was queued. */
  date: Date;
};

const link = z.object({ label: z.string(), url: z.string() });

/**
 * The format of stored content. A different version of the board may have stored it. Therefore, further fields are
 * allowed, and the limits of `outbox.ts` are not checked.
 */
const storedContent = z.object({
  subject: z.string().optional(),
  heading: z.string(),
  lead: z.string().optional(),
  jobs: z
    .array(
      z.object({
        title: z.string(),
        url: z.string(),
        company: z.string(),
        pay: z.string().optional(),
        facts: z.string(),
        open: z.string().optional(),
      }),
    )
    .optional(),
  items: z
    .array(z.object({ title: z.string(), url: z.string(), action: link.optional() }))
    .optional(),
  paragraphs: z.array(z.string()),
  code: z.string().optional(),
  button: link.optional(),
  reason: z.string(),
  links: z.array(link).optional(),
  list: z.string().optional(),
  unsubscribe: z.string().optional(),
}) satisfies z.ZodType<MailContent>;

/**
 * Writes a mail as a MIME message (RFC 5322). The library encodes headers, so no value can add a header.
 * @throws ZodError if the content has a different format
 */
export async function buildMessage(
  { to, subject, content: stored, messageId, date }: Message,
  { from, site }: { from: Mailbox; site: LiveSite },
): Promise<Buffer> {
  const content = storedContent.parse(stored);
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    ...(site.contact && { replyTo: site.contact }),
    subject: content.subject ?? subject,
    messageId,
    date,
    text: mailText(site, content),
    html: mailHtml(site, content),
    headers: {
      // Asks mail programs not to reply automatically, for example with vacation notices.
      // https://www.rfc-editor.org/rfc/rfc3834#section-5
      'Auto-Submitted': 'auto-generated',
      ...(content.list && { 'List-Id': `<${content.list}>` }),
      // Lets mail programs offer a button that ends these mails: https://www.rfc-editor.org/rfc/rfc8058
      ...(content.unsubscribe && {
        'List-Unsubscribe': `<${content.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
