import { brackenfold } from './companies/brackenfold.ts';
import { eavesworth } from './companies/eavesworth.ts';
import { gravelMoth } from './companies/gravel-moth.ts';
import { ladlework } from './companies/ladlework.ts';
import { lowtideHeat } from './companies/lowtide-heat.ts';
import { ninthStop } from './companies/ninth-stop.ts';
import { northlatch } from './companies/northlatch.ts';
import { oakumLedger } from './companies/oakum-ledger.ts';
import { palletine } from './companies/palletine.ts';
import { parlovine } from './companies/parlovine.ts';
import { plinthwise } from './companies/plinthwise.ts';
import { sodAndSignal } from './companies/sod-and-signal.ts';
import { tenonry } from './companies/tenonry.ts';
import { wardrow } from './companies/wardrow.ts';
import type { DemoCompany } from './demo-company.ts';

/** The companies of the demo board, with their jobs. All of them are invented. */
export const DEMO_COMPANIES: DemoCompany[] = [
  brackenfold,
  wardrow,
  tenonry,
  ninthStop,
  palletine,
  parlovine,
  oakumLedger,
  lowtideHeat,
  sodAndSignal,
  gravelMoth,
  eavesworth,
  plinthwise,
  northlatch,
  ladlework,
];
