import { Counter, type Registry } from 'prom-client';

export type SignInOutcome = 'signed_in' | 'refused';

/**
 * Creates the metrics of the embedded provider. An external provider has its own metrics; for it, the board counts only
 * created accounts.
 */
export function signInMetrics(registry: Registry): (outcome: SignInOutcome) => void {
  const signIns = new Counter({
    name: 'board_sign_ins_total',
    help: 'Sign-ins at the embedded identity provider.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['signed_in', 'refused']) signIns.inc({ outcome }, 0);
  return (outcome) => signIns.inc({ outcome });
}
