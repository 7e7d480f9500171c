import type { jobs } from '#server/db/schema.ts';
import type { StatedFact } from '#shared/contract/job-facts.ts';
import type { EditedJob, NewJob } from '#shared/contract/job-requests.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';

type Columns = Pick<
  typeof jobs.$inferInsert,
  StatedFact | 'pay_minimum' | 'pay_maximum' | 'pay_currency' | 'pay_unit'
>;

/** The columns of the facts that a new job states. */
export function statedColumns({ salary, workplace, employment, pay }: NewJob): Columns {
  return { salary, workplace, employment, ...payColumns(pay) };
}

/**
 * The columns of the facts that an edit changes. A derived fact must not become a stated one only because a client
 * sends back a response. Therefore, values that the request only repeats do not change the stored facts, unless the
 * request lists them in `stated`.
 * @param response the job as a client reads it before the edit
 */
export function changedColumns(body: EditedJob, response: Job): Partial<Columns> {
  const repeats = (fact: StatedFact) =>
    body[fact] === response[fact] && !body.stated.includes(fact);
  const columnOf = <Fact extends 'workplace' | 'employment'>(fact: Fact) => {
    // If the type changes, facts that were stated for the former type no longer apply.
    if (body[fact] === undefined) return body.type !== response.type && { [fact]: null };
    return !repeats(fact) && { [fact]: body[fact] };
  };
  const { pay } = body;
  return {
    // A job without pay needs a salary range, so the range then counts as stated.
    ...(!(repeats('salary') && pay !== null) && { salary: body.salary }),
    ...columnOf('workplace'),
    ...columnOf('employment'),
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
