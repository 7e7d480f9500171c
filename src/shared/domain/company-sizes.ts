/** The ranges of the number of people who work for a company, the smallest first. */
export const COMPANY_SIZES = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001+',
] as const;

export type CompanySize = (typeof COMPANY_SIZES)[number];
