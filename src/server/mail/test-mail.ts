import type { Mail } from './outbox.ts';

/** The mail with which operators and site admins find out whether the board can send mail. */
export function testMail(siteName: string): Pick<Mail, 'subject' | 'content'> {
  return {
    subject: `Test mail from ${siteName}`,
    content: {
      heading: 'This board can send mail',
      paragraphs: ['The settings SMTP_URL and MAIL_FROM work.'],
      reason: 'You get this email because an operator of the board has sent it to this address.',
    },
  };
}
