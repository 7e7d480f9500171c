import type { jobs } from '#server/db/schema.ts';
import { badInput } from '#server/http/api/problem.ts';
import type { StatedFact } from '#shared/contract/job-facts.ts';
import {
  APPLY_MESSAGE,
  type EditedJob,
  hasSalaryOrPay,
  type NewJob,
  SALARY_MESSAGE,
  typeMessage,
} from '#shared/contract/job-requests.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';

type Columns = Pick<
  typeof jobs.$inferInsert,
  StatedFact | 'pay_minimum' | 'pay_maximum' | 'pay_currency' | 'pay_unit'
>;

/** The columns for the facts that an employer states in a new job. */
export function statedColumns({ salary, workplace, employment, pay }: NewJob): Columns {
  return { salary, workplace, employment, ...payColumns(pay) };
}

/**
 * Requires that an edit does not remove both the salary range and the pay that a job states. A job that states neither,
 * such as an imported one, can be edited without them.
 * @throws ProblemError 400 at `salary`
 */
export function requireSalaryOrPay(
  stored: Pick<typeof jobs.$inferSelect, 'salary' | 'pay_unit'>,
  body: EditedJob,
): void {
  const isStated = stored.salary !== '' || stored.pay_unit !== null;
  if (!isStated || hasSalaryOrPay(body)) return;
  throw badInput([{ path: 'salary', message: SALARY_MESSAGE }]);
}

/**
 * Requires that a job keeps a way to apply.
 * @throws ProblemError 400 at `applyurl`
 */
export function requireWayToApply(
  stored: Pick<typeof jobs.$inferSelect, 'applyemail'>,
  { applyurl, applyemail = stored.applyemail }: EditedJob,
): void {
  if (applyurl || applyemail) return;
  throw badInput([{ path: 'applyurl', message: APPLY_MESSAGE }]);
}

/**
 * Requires that an edit does not choose an employment type that the board does not offer. A job may keep its own.
 * @throws ProblemError 400 at `type`
 */
export function requireType(
  stored: Pick<typeof jobs.$inferSelect, 'type'>,
  { type }: EditedJob,
  types: readonly EmploymentType[],
): void {
  if (type === stored.type || types.includes(type)) return;
  throw badInput([{ path: 'type', message: typeMessage(types) }]);
}

/**
 * The columns for the facts that an edit changes. Responses contain both stated facts and facts that are derived from
 * the texts. A derived fact must not become a stated one only because a client sends a response back. Therefore, a
 * value that equals the one in the response does not change the stored fact, unless the request lists the fact in
 * `stated`.
 * @param response the job as a client reads it before the edit
 */
export function changedColumns(body: EditedJob, response: Job): Partial<Columns> {
  const repeats = (fact: StatedFact) =>
    body[fact] === response[fact] && !body.stated.includes(fact);
  const columnOf = <Fact extends 'workplace' | 'employment'>(fact: Fact) => {
    // If the job type changes, facts that were stated for the former type no longer apply.
    if (body[fact] === undefined) return body.type !== response.type && { [fact]: null };
    return !repeats(fact) && { [fact]: body[fact] };
  };
  return {
    ...changedPay(body, response, repeats('salary')),
    ...columnOf('workplace'),
    ...columnOf('employment'),
  };
}

function changedPay({ salary, pay }: EditedJob, response: Job, repeatsSalary: boolean) {
  return {
    // A job without pay needs a salary range. An edit that removes the pay therefore stores the range as a stated fact.
    ...(!(repeatsSalary && pay !== null) && { salary }),
    ...(pay !== undefined && !(pay === null && response.pay === null) && payColumns(pay)),
  };
}

function payColumns(pay: StatedPay | null) {
  return {
    pay_minimum: pay?.minimum ?? null,
    pay_maximum: pay?.maximum ?? null,
    pay_currency: pay?.currency ?? null,
    pay_unit: pay?.unit ?? null,
  };
}
