import { wordsOf } from '#server/content/dictionary/words.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Level } from '#shared/domain/levels.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';

/** Words for each workplace, in several languages. */
const WORKPLACES: Record<Workplace, string> = {
  remote:
    'remote, fully remote, 100% remote, work from home, working from home, wfh, home office, homeoffice, télétravail, à distance, teletrabajo, teletrabalho, remoto, da remoto, thuiswerk, リモート, リモートワーク, 在宅勤務, 远程, 遠端, 재택근무, 원격근무',
  hybrid: 'hybrid, hybride, híbrido, ibrido',
  'on-site': 'on-site, onsite, in office, in person, vor ort, sur site, presencial',
};

const EMPLOYMENTS: Record<Employment, string> = {
  'full-time':
    'full-time, fulltime, vollzeit, temps plein, tiempo completo, tempo pieno, tempo integral, voltijd, フルタイム, 全职, 全職',
  'part-time':
    'part-time, parttime, teilzeit, temps partiel, tiempo parcial, media jornada, tempo parziale, meio período, deeltijd, アルバイト, パートタイム, 兼职, 兼職',
  contract:
    'contract, contractor, freelance, freelancer, freiberuflich, freiberufler, フリーランス, 業務委託, 프리랜서',
  temporary: 'temporary, temp, befristet, intérim',
  internship:
    'internship, intern, interns, praktikum, praktikant, praktikantin, stagiaire, prácticas, becario, tirocinio, stagista, estágio, estagiário, インターン, インターンシップ, 实习, 实习生, 實習生, 인턴',
  volunteer: 'volunteer, volunteering, ehrenamt, bénévolat, voluntariado',
};

/** Words for levels of seniority. They are also searched as words: they rank the jobs and rarely exclude any. */
const SENIORITIES: { [Name in Level]?: string } = {
  junior:
    'entry level, entrylevel, early career, new graduate, new grad, recent graduate, junior, jr',
  mid: 'mid level, midlevel',
  senior: 'senior, sr',
  lead: 'lead, principal',
};

const VISA =
  'visa sponsorship, visa sponsored, visa sponsor, visa support, sponsor visa, sponsored visa, with visa sponsorship, h1b sponsorship, h1b, h 1b, h1b visa, h 1b visa';

/** Words that only say that the user is looking for jobs. Any search on the board means that. */
const JOBS =
  'job, work with, working with, position, opening, vacancy, career, hiring, offre d’emploi, offres emploi, emploi, stelle, stellenangebot, stellenangebote, empleo, ofertas de empleo, trabajo, emprego, vaga, vagas de emprego, lavoro, offerte di lavoro, vacature, 求人, 招聘, 채용';

export type Meaning =
  | { kind: 'workplace'; value: Workplace }
  | { kind: 'employment'; value: Employment }
  | { kind: 'seniority'; value: Level }
  | { kind: 'visa' }
  | { kind: 'jobs' };

const entries: [Meaning, string][] = [
  ...Object.entries(WORKPLACES).map(([value, texts]): [Meaning, string] => [
    { kind: 'workplace', value: value as Workplace },
    texts,
  ]),
  ...Object.entries(EMPLOYMENTS).map(([value, texts]): [Meaning, string] => [
    { kind: 'employment', value: value as Employment },
    texts,
  ]),
  ...Object.entries(SENIORITIES).map(([value, texts]): [Meaning, string] => [
    { kind: 'seniority', value: value as Level },
    texts,
  ]),
  [{ kind: 'visa' }, VISA],
  [{ kind: 'jobs' }, JOBS],
];

const meaningOfWords = new Map(
  entries.flatMap(([meaning, texts]) =>
    texts.split(', ').map((text) => [wordsOf(text).join(' '), meaning] as const),
  ),
);

/** The interpretation of words such as "part time". Returns undefined for other words. */
export function meaningOf(words: string[]): Meaning | undefined {
  return meaningOfWords.get(words.join(' '));
}
