/** The salary ranges, each with its stored value and its label. Spec: "Forms". */
export const SALARY_RANGES = [
  { value: 'Under $50K', label: 'under $50K' },
  { value: '$50K - $60K', label: '$50K - $60K' },
  { value: '$60K - $70K', label: '$60K - $70K' },
  { value: '$70K - $80K', label: '$70K - $80K' },
  { value: '$80K - $90K', label: '$80K - $90K' },
  { value: '$90K - $100K', label: '$90K - $100K' },
  { value: '$100K - $125K', label: '$100K - $125K' },
  { value: '$125K - $150K', label: '$125K - $150K' },
  { value: '$150K - $175K', label: '$150K - $175K' },
  { value: '$175K - $200K', label: '$175K - $200K' },
  { value: '$200K-$300K', label: '$200K-$300K' },
  { value: 'Over $300K', label: 'Over $300K' },
] as const;

export type SalaryRange = (typeof SALARY_RANGES)[number]['value'];

/** The label of a salary range; undefined if the value is unknown. */
export function salaryLabel(salary: string): string | undefined {
  return SALARY_RANGES.find(({ value }) => value === salary)?.label;
}

/** The salary of a job: a range, or empty if the job has none. */
export type Salary = SalaryRange | '';
