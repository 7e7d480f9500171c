import type { CompanySize } from '#shared/domain/company-sizes.ts';
import { formatNumber } from '#shared/format/number.ts';

/** Formats a number of people, such as "51 to 200" or "5,001 or more". */
export function formatSize(size: CompanySize): string {
  const [least, most] = size.split(/[-+]/).map((number) => number && formatNumber(Number(number)));
  return most ? `${least} to ${most}` : `${least} or more`;
}
