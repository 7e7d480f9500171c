import { z } from 'zod';
import { buildJob } from './build-job.ts';
import { ifValid, text, textId } from './fields.ts';
import { readDate } from './read-date.ts';
import { convertEntry, type EntryKind, listJson } from './read-entries.ts';
import type { System } from './system.ts';
import { isLabel, subdomainOf } from './tenants.ts';
import { readEmployment, readPayText } from './terms.ts';

const named = z.object({ id: text, name: text }).nullish();

const identified = z.object({ id: textId });

/** The format of a position in the feed of a Breezy career site. */
const position = identified.extend({
  name: z.string(),
  description: text,
  url: text,
  published_date: text,
  type: named,
  location: z
    .object({
      name: text,
      city: text,
      state: named,
      country: named,
      is_remote: z.boolean().nullish(),
    })
    .nullish(),
  salary: ifValid(z.string()),
  company: ifValid(z.object({ name: text })),
});

type Position = z.infer<typeof position>;

const kind: EntryKind<Position> = {
  name: 'Breezy position',
  id: identified.transform(({ id }) => id),
  entry: position,
};

export const breezy: System = {
  id: 'breezy',
  name: 'Breezy',
  idScope: 'tenant',
  // Faster requests are refused.
  interval: 3_000,
  conditional: 'any',
  isVerified: true,
  recognize: (url) => subdomainOf(url, 'breezy.hr'),
  isTenant: isLabel,
  hosts: ({ tenant }) => [`${tenant}.breezy.hr`],
  pageUrl: ({ tenant }) => `https://${tenant}.breezy.hr/`,
  async *list({ tenant }, client) {
    const { first, isIdentified } = yield* listJson(client, {
      url: `https://${tenant}.breezy.hr/json?verbose=true`,
      what: 'a Breezy board',
      kind,
    });
    return { isComplete: isIdentified, company: first?.company?.name?.trim() || undefined };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

function toJob(position: Position, id: string) {
  const { location, type } = position;
  return buildJob({
    id,
    title: position.name,
    employment: readEmployment(type?.id, type?.name),
    // A position that is not remote may still be hybrid.
    workplace: location?.is_remote ? 'remote' : null,
    isRemote: location?.is_remote,
    places: [
      {
        text: location?.name,
        locality: location?.city,
        region: location?.state?.name ?? location?.state?.id,
        country: location?.country?.id ?? location?.country?.name,
      },
    ],
    description: [{ html: position.description }],
    pay: readPayText(position.salary, location?.country?.id ?? location?.country?.name),
    urls: [position.url],
    date: readDate(position.published_date),
  });
}
