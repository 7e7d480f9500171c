import type { ReviewSignal } from '#shared/domain/job-drafts.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Tells reviewers which signs of fraud a job has. Nothing if it has none. */
export function FraudSigns({ signals }: { signals: ReviewSignal[] }) {
  if (signals.length === 0) return null;
  return (
    <Alert>
      <p className="font-semibold">Signs of fraud</p>
      <ul className="grid gap-2">
        {signals.map((signal) => (
          <li key={signal}>{SIGNALS[signal]}</li>
        ))}
      </ul>
    </Alert>
  );
}

const SIGNALS: Record<ReviewSignal, string> = {
  messenger: 'People can get in touch only by messenger.',
  payment: 'The job seems to ask applicants to pay.',
  freemail: 'The only contact is an email address at a free provider.',
  copied: 'The description is that of another company’s job.',
};
