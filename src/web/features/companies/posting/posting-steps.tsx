import type { PostingStep } from '#shared/domain/posting.ts';
import { useSite } from '#web/data/use-site.ts';

/** The number of the step. Choosing a company and adding a new one are one step to the person. */
const NUMBERS: Record<PostingStep, number> = { job: 1, company: 2, new: 2, proof: 3 };

/** The steps as an ordered list, with the current one. */
export function PostingSteps({ current }: { current: PostingStep }) {
  const { review, noMail, signIn, origin } = useSite();
  const steps = [
    ['The job', 'What you would tell an applicant.'],
    ['Your company', 'Found by its name, or new with its website.'],
    noMail
      ? ['Your account', 'You log in, and a site admin checks your request.']
      : signIn?.domain === origin
        ? ['One code', 'To your work email. It also signs you in.']
        : ['Your account', 'You log in with your work email.'],
    review
      ? ['Review', `A site admin reads ${review === 'all' ? 'each job' : 'the first job'}.`]
      : [
          'Published',
          noMail
            ? 'As soon as your request is approved.'
            : 'At once, if your email proves a new company.',
        ],
  ] as const;
  return (
    <ol className="mb-10 grid gap-x-6 gap-y-2 sm:grid-cols-4">
      {steps.map(([title, text], index) => {
        const number = index + 1;
        const isCurrent = number === NUMBERS[current];
        const isDone = number < NUMBERS[current];
        return (
          <li
            key={title}
            aria-current={isCurrent ? 'step' : undefined}
            className={`border-t-2 pt-2 text-small max-sm:border-t-0 max-sm:border-l-2 max-sm:pt-0 max-sm:pl-3 ${
              isCurrent ? 'border-brand' : isDone ? 'border-ink' : 'border-line'
            }`}
          >
            <p className={isCurrent ? 'font-semibold' : ''}>
              {number}. {title}
              {isDone && <span className="sr-only"> (done)</span>}
            </p>
            <p className={`text-muted ${isCurrent ? '' : 'max-sm:hidden'}`}>{text}</p>
          </li>
        );
      })}
    </ol>
  );
}
