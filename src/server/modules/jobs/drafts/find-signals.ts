import { isFreeMail } from '#server/content/domains/shared-domains.ts';
import type { NewJob } from '#shared/contract/job-requests.ts';
import type { ReviewSignal } from '#shared/domain/job-drafts.ts';

type Texts = Pick<NewJob, 'title' | 'description' | 'applyurl'> & {
  applyemail?: string | undefined;
};

/**
 * Finds signs of fraud in the texts of a job. The checks are few and narrow, because a false positive delays an honest
 * employer. Authority: https://consumer.ftc.gov/articles/job-scams
 */
export function findSignals(job: Texts): ReviewSignal[] {
  return CHECKS.filter(([, isFound]) => isFound(job)).map(([signal]) => signal);
}

const CHECKS: readonly (readonly [ReviewSignal, (job: Texts) => boolean])[] = [
  ['messenger', isByMessengerOnly],
  ['payment', asksForPayment],
  ['freemail', isByFreeMailOnly],
];

/** Links that open a chat. */
const CHAT_LINK =
  /(?:https?:\/\/)?(?<![\w.-])(?:www\.)?(?:t\.me|telegram\.(?:me|dog)|wa\.me|(?:api|chat)\.whatsapp\.com)\/\S/i;

/**
 * Matches a messenger beside a number or a user name, or after a word for getting in touch, such as "Contact us on
 * WhatsApp".
 */
const CHAT_CONTACT =
  /\b(?:whats\s?app|telegram)\b[^.\n]{0,20}?(?:\+?\d[\d\s()-]{6,}\d|@\w{3,})|\b(?:contact|message|text|write|reach|apply|dm|chat|ping)\b[^.\n]{0,40}\b(?:on|via|by|through|over|using|in)\s+(?:our\s+|my\s+)?(?:whats\s?app|telegram)\b/i;

/**
 * Matches an email address. The lengths are limited, so that the search in a long text without an email address takes
 * linear time. RFC 5321, section 4.5.3.1
 */
const EMAIL = /[\w.+-]{1,64}@(?<domain>[\w-]{1,63}(?:\.[\w-]{1,63})+)/g;

function emailDomains({ title, description, applyemail = '' }: Texts): string[] {
  return [...`${title}\n${description}\n${applyemail}`.matchAll(EMAIL)].map(({ groups }) =>
    (groups?.domain ?? '').toLowerCase(),
  );
}

function isByMessengerOnly(job: Texts): boolean {
  if (CHAT_LINK.test(job.applyurl)) return true;
  if (job.applyurl || emailDomains(job).length > 0) return false;
  const text = `${job.title}\n${job.description}`;
  return CHAT_LINK.test(text) || CHAT_CONTACT.test(text);
}

function isByFreeMailOnly(job: Texts): boolean {
  const domains = emailDomains(job);
  return !job.applyurl && domains.length > 0 && domains.every(isFreeMail);
}

/** Matches a fee that only an applicant could owe, such as "application fee". */
const FEE =
  /\b(?:application|registration|processing|enrol?lment|onboarding|training|placement|recruitment|visa processing|background[- ]check|security|refundable)\s+(?:fees?|deposits?)\b|\b(?:fees?|deposits?)\s+(?:is|are|of|for)?\s*(?:fully\s+)?(?:refundable|refunded)\b/i;

/** Matches a request to pay before the work begins. */
const REQUEST =
  /\b(?:applicants?|candidates?|you)\b[^.!?\n]{0,40}\b(?:must|need to|have to|will|should|are required to|are asked to)\s+(?:first\s+)?(?:pay|send|transfer|deposit)\s+(?:us\s+)?(?:(?:an?|the|this|our)\s+(?:\w+\s+){0,2}(?:fee|deposit)\b|[$€£]\s?\d|\d[\d.,]*\s?(?:usd|eur|gbp|usdt|bitcoin)\b)/i;

/** Matches warnings of fraud by the employer, and statements that applicants need not pay. */
const DENIAL =
  /\b(?:no|not|never|nor|without|neither|none|free of|cannot|won['’]t|don['’]t|doesn['’]t|waived?|scams?|fraud\w*|impersonat\w*|we (?:pay|cover|reimburse)|(?:is|are) (?:paid|covered|reimbursed) by)\b/i;

/** Matches words which show that an applicant must pay the fee in the same sentence. */
const OWED =
  /\b(?:pay|paid|payable|payment|required|requires?|send|transfer|deposit|before you (?:start|begin)|to (?:apply|start|begin|secure))\b/i;

function asksForPayment({ title, description }: Texts): boolean {
  return `${title}\n${description}`
    .split(/(?<=[.!?])\s+|\n+/)
    .some(
      (sentence) =>
        !DENIAL.test(sentence) &&
        (REQUEST.test(sentence) || (FEE.test(sentence) && OWED.test(sentence))),
    );
}
