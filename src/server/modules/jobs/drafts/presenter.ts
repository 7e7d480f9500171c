import { z } from 'zod';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import type { StoredBody } from '#server/db/job-draft-tables.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { presentCompany } from '#server/modules/companies/presenter.ts';
import type { JobDraft, JobDraftListItem } from '#shared/contract/job-drafts.ts';
import { STATED_FACTS } from '#shared/contract/job-facts.ts';
import { draftedTexts } from '#shared/contract/job-fields.ts';
import type { CreatedJob } from '#shared/contract/job-responses.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import type { JobReview, ReviewReason } from '#shared/domain/job-drafts.ts';
import { JOB_TEXTS } from '#shared/domain/job-fields.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { mayReviewJobs } from '#shared/domain/permissions.ts';
import { pick } from '#shared/pick.ts';
import type { DraftListRow, DraftRow } from './queries.ts';
import { kindOf } from './transitions.ts';

/** The texts of an empty draft. A draft that is older than a text does not have it. */
const EMPTY_TEXTS = z.object(draftedTexts).parse({});

/** Presents the stored values of an unpublished job. */
export function presentValues<Body extends Omit<StoredBody, 'company'>>(body: Body) {
  const { pay } = body;
  return {
    ...EMPTY_TEXTS,
    ...body,
    stated: body.stated ?? STATED_FACTS.filter((fact) => body[fact]),
    validthrough: body.validthrough ?? null,
    pay: pay && { ...pay, source: 'field' as const },
  };
}

type Form = {
  /** Which jobs of company admins are reviewed. */
  rule: JobReview;
  caller: Caller;
  form?: 'markdown' | 'html';
};

/**
 * Presents an unpublished job. Authors learn that it shows signs of fraud, but not which ones. An edit that is older than a text shows that text of the published job. `html` converts its
 * Markdown to HTML.
 */
export function presentDraft(
  { draft, company, published }: DraftRow,
  { rule, caller, form = 'markdown' }: Form,
): JobDraft {
  const { id, state, version, reason, signals, created_at, updated_at, submitted_at, body } = draft;
  const { last_rejection: rejection } = draft;
  const present = (markdown: string) => (form === 'html' ? renderHtml(markdown) : markdown);
  const values = presentValues({ ...(published && pick(published, JOB_TEXTS)), ...body });
  return {
    id,
    kind: kindOf(draft),
    state,
    version,
    reason: reason ?? '',
    signals: mayReviewJobs(caller) ? signals : [],
    review: reviewReason(draft, rule),
    created: created_at.toISOString(),
    updated: updated_at.toISOString(),
    submitted: submitted_at?.toISOString() ?? null,
    job: {
      ...values,
      // An edit that does not change the closing date shows the closing date of the job.
      ...(published && { validthrough: body.validthrough ?? published.validthrough ?? '' }),
      description: present(values.description),
      company: presentCompany({ ...company, description: present(company.description) }),
    },
    rejected:
      rejection && state !== 'rejected'
        ? { reason: rejection.reason, job: presentValues(rejection.body) }
        : null,
  };
}

/** Why a job is in review. An edit is never the first job of its company. */
function reviewReason(
  draft: Pick<DraftListRow, 'job_id' | 'state' | 'signals'>,
  rule: JobReview,
): ReviewReason | null {
  if (draft.state !== 'review') return null;
  if (draft.signals.length > 0) return 'signals';
  return rule === 'first' && kindOf(draft) === 'new' ? 'first' : 'all';
}

export function presentDraftListItem(
  row: DraftListRow,
  { rule }: Pick<Form, 'rule'>,
): JobDraftListItem {
  const { id, state, title, reason, updated_at, submitted_at, company } = row;
  return {
    id,
    kind: kindOf(row),
    state,
    title,
    company,
    reason: reason ?? '',
    review: reviewReason(row, rule),
    updated: updated_at.toISOString(),
    submitted: submitted_at?.toISOString() ?? null,
  };
}

/**
 * Presents a new job that is in review in the shape of a published job. Facts that are derived from its texts are
 * empty, because they are read when the job is published.
 */
export function presentInReview(
  { draft, company }: DraftRow,
  { daysOpen }: Pick<BoardRules, 'daysOpen'>,
): CreatedJob {
  const { id, body, created_at } = draft;
  return {
    id,
    ...pick(body, [...JOB_TEXTS, ...STATED_FACTS]),
    moreplaces: '',
    places: [],
    level: null,
    eligibility: null,
    opento: [],
    visa: false,
    skills: [],
    pay: body.pay && { ...body.pay, source: 'field' },
    stated: STATED_FACTS.filter((fact) => body[fact]),
    // The closing date that the job would get if the review ended today.
    validthrough: body.validthrough ?? defaultClosingDate(new Date(), daysOpen),
    closesat: null,
    date: created_at.toISOString(),
    company: presentCompany(company),
    state: 'review',
  };
}
