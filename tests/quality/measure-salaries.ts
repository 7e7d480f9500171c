import { SALARY_UPPER_BOUNDS } from '#shared/domain/salary-bounds.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import type { ImportedJob, Search } from './measure-countries.ts';
import { type ShareByHalf, shareByHalf } from './share.ts';
import { yearlySpans } from './stated-jobs.ts';

export type MeasuredRange = { range: string; recall: ShareByHalf; precision: ShareByHalf };

/** Searches each salary range. The search must find every job whose stated salary in US dollars overlaps the range. */
export async function measureSalaries(
  jobs: ImportedJob[],
  search: Search,
): Promise<MeasuredRange[]> {
  const paid = jobs.filter(({ stated }) => yearlySpans(stated).length > 0);
  const measured: MeasuredRange[] = [];
  let start = 0;
  for (const { value: range } of SALARY_RANGES) {
    const bound = SALARY_UPPER_BOUNDS[range];
    const [from, end] = [start, bound ?? Number.POSITIVE_INFINITY];
    const overlaps = ({ stated }: ImportedJob) =>
      yearlySpans(stated).some(({ minimum, maximum }) => minimum < end && maximum >= from);
    const found = new Set(await search({ salary: range }));
    const isFound = ({ id }: ImportedJob) => found.has(id);
    measured.push({
      range,
      recall: shareByHalf(paid.filter(overlaps), isFound),
      precision: shareByHalf(paid.filter(isFound), overlaps),
    });
    start = end;
  }
  return measured;
}
