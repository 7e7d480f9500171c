import type { Pay } from '../contract/job-responses.ts';

/** What a job pays, in the one way that there is room for: its range, or else the employer's figures. */
export function formatMoney({ salary, pay }: { salary: string; pay: Pay | null }): string {
  if (salary) return `${salary} / Year`;
  return pay ? formatPay(pay) : '';
}

/** The employer's own figures in words, such as "€60,000 – €80,000 a year". */
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
