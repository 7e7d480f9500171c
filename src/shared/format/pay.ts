import type { Pay } from '../contract/job-responses.ts';

/**
 * The line about money on a job: its salary range if it has one, otherwise the pay that the employer states. Empty if it
 * has neither.
 */
export function formatMoney({ salary, pay }: { salary: string; pay: Pay | null }): string {
  if (salary) return `${salary} / Year`;
  return pay ? formatPay(pay) : '';
}

/** Formats the employer's figures, such as "€60,000 – €80,000 a year". */
export function formatPay({ minimum, maximum, currency, unit }: Pay): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const span =
    minimum === maximum
      ? format.format(minimum)
      : `${format.format(minimum)} – ${format.format(maximum)}`;
  return `${span} ${unit === 'hour' ? 'an' : 'a'} ${unit}`;
}
