import { useState } from 'react';
import type { ReadJob } from '#shared/contract/job-responses.ts';
import type { JobMark } from '#shared/contract/marks.ts';
import type { MarkTab } from '#shared/domain/saved-tabs.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { formatDateFrom } from '#shared/format/day.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { CLOSING_SOON_DAYS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { showAction } from '#web/ui/toast/toast.ts';
import { ClosedNote } from './closed-note.tsx';
import { type Mark, markJob } from './marks.ts';
import { NoteForm } from './note-form.tsx';

const DAY = 24 * 60 * 60 * 1_000;

type Props = { tab: MarkTab; mark: JobMark; read: ReadJob };

/** A job that the visitor keeps, with what they may do about it. A closed one says so, and leads to jobs like it. */
export function SavedJob({ tab, mark, read: { job, closesat, closedat } }: Props) {
  const [isNoting, setIsNoting] = useState(false);
  const today = new Date();
  const workplace = job.workplace && capitalize(job.workplace);
  const facts = [job.company.name, workplace, job.location, formatMoney(job)].filter(Boolean);
  const days = closesat ? Math.floor((Date.parse(closesat) - today.getTime()) / DAY) : undefined;
  const change = (what: string, undone: Partial<Mark>, edit: Partial<Mark>) => {
    if (!markJob(mark.job, edit)) return;
    showAction(`${what}: ${job.title}`, {
      label: 'Undo',
      onClick: () => void markJob(mark.job, undone),
    }).catch(reportError);
  };
  const { saved, applied, hidden, note } = mark;
  return (
    <li>
      <CompanyLogo company={job.company} small />
      <div>
        <h2>
          <PageLink href={pages.job(job.id)} className="plain-link">
            <bdi>{job.title}</bdi>
          </PageLink>
        </h2>
        <p className="text-muted">{facts.join(' · ')}</p>
        {applied && <p>Applied on {formatDateFrom(today, applied)}</p>}
        {closedat ? (
          <ClosedNote job={job} closedat={closedat} />
        ) : (
          days !== undefined &&
          days < CLOSING_SOON_DAYS && (
            <p>
              <strong>
                {days < 1 ? 'Closes today' : `Closes in ${days} ${days === 1 ? 'day' : 'days'}`}
              </strong>
            </p>
          )
        )}
        {isNoting ? (
          <NoteForm id={mark.job} note={note} onEnd={() => setIsNoting(false)} />
        ) : (
          note && (
            <p dir="auto" className="whitespace-pre-line">
              Your note: {note}
            </p>
          )
        )}
      </div>
      <p className="marked-actions">
        {!isNoting && (
          <Button
            variant="text"
            aria-label={`${note ? 'Change your note' : 'Write a note'} on ${job.title}`}
            onClick={() => setIsNoting(true)}
          >
            Note
          </Button>
        )}
        {tab !== 'hidden' && !applied && (
          <Button
            variant="text"
            aria-label={`I applied for ${job.title}`}
            onClick={() =>
              change('Applied', { applied: null }, { applied: new Date().toISOString() })
            }
          >
            I applied
          </Button>
        )}
        {tab === 'hidden' ? (
          <Button
            variant="text"
            aria-label={`Show ${job.title} again`}
            onClick={() => markJob(mark.job, { hidden: null })}
          >
            Show again
          </Button>
        ) : (
          <Button
            variant="text"
            aria-label={`Remove ${job.title}`}
            onClick={() =>
              tab === 'applied'
                ? change('Removed', { applied }, { applied: null })
                : change(
                    'Removed',
                    { saved, applied, hidden, note },
                    { saved: null, ...(!applied && !hidden && { note: '' }) },
                  )
            }
          >
            Remove
          </Button>
        )}
      </p>
    </li>
  );
}
