import type { Rule, Search } from '../judgements.ts';
import { ENGINEER, forPlace } from './patterns.ts';

/**
 * Searches in a foreign language. The role in a country of that language is best; the same role elsewhere also fits.
 */
const abroad = (q: string, title: string, countries: string[], not?: string): Search => {
  const chance = not ? { not } : {};
  return {
    q,
    rules: [
      ...countries.map((place): Rule => ({ grade: 3, title, place, ...chance })),
      { grade: 2, title, ...chance },
    ],
  };
};

const GERMAN = ['DE', 'AT', 'CH'];
const FRENCH = ['FR', 'BE', 'LU', 'CH', 'CA'];
const SPANISH = ['ES', 'MX', 'AR', 'CO'];
const SOFTWARE = `(software|back ?end|front ?end|full ?stack|platform|product|web|mobile) ${ENGINEER}|${ENGINEER},? (back ?end|front ?end)`;

/** Searches in German, French, Spanish and Japanese, and searches for jobs that require a language. */
export const languages: Search[] = [
  abroad('softwareentwickler', SOFTWARE, GERMAN),
  abroad('entwickler', `${SOFTWARE}|developer`, GERMAN, 'business'),
  abroad('buchhalter', 'accountant|accounting|bookkeeper', GERMAN),
  abroad('vertrieb', 'sales|account executive|business development', GERMAN, 'salesforce'),
  abroad('praktikum', 'intern|internship|praktikum|praktikant', GERMAN),
  abroad('produktmanager', 'product manager|produktmanager', GERMAN, 'marketing'),
  abroad(
    'personalreferent',
    '(hr|people) (business partner|generalist|manager|specialist|operations)',
    GERMAN,
  ),
  abroad('werkstudent', 'working student|werkstudent|intern|internship', GERMAN),
  abroad('développeur', `développeu(r|se)|${SOFTWARE}|developer`, FRENCH, 'business'),
  abroad('developpeur web', `développeu(r|se)|${SOFTWARE}`, FRENCH),
  abroad('stage', 'intern|internship|stage|stagiaire', FRENCH, 'early stage|growth stage'),
  abroad('alternance', 'apprentice|apprenticeship|alternance|alternant', FRENCH),
  abroad('chef de produit', 'product manager|chef de produit|product owner', FRENCH),
  abroad('comptable', 'accountant|accounting|comptable', FRENCH),
  abroad('ingénieur logiciel', SOFTWARE, FRENCH),
  abroad('responsable marketing', 'marketing (\\p{L}+ )?(manager|lead)|head of marketing', FRENCH),
  abroad('desarrollador', `${SOFTWARE}|developer`, SPANISH, 'business'),
  abroad('ingeniero de software', SOFTWARE, SPANISH),
  abroad('ventas', 'sales|account executive|business development', SPANISH, 'salesforce'),
  abroad('prácticas', 'intern|internship', SPANISH),
  abroad('diseñador', 'designer', SPANISH, 'circuit|piping|cad'),
  abroad('contador', 'accountant|accounting|bookkeeper', SPANISH),
  abroad('エンジニア', ENGINEER, ['JP'], 'sales|manager|recruiter|business'),
  abroad('営業', 'sales|account executive|agency lead|client partner', ['JP'], 'salesforce'),
  abroad('インターン', 'intern|internship', ['JP']),
  abroad('デザイナー', 'designer', ['JP'], 'circuit|piping|cad'),
  forPlace('münchen', 'Munich, DE'),
  forPlace('bruxelles', 'Brussels, BE'),
  forPlace('londres', 'London, GB'),
  forPlace('deutschland', 'DE'),
  forPlace('allemagne', 'DE'),
  forPlace('alemania', 'DE'),
  forPlace('nueva york', 'New York City, US'),
  forPlace('パリ', 'Paris, FR'),
  forPlace('カナダ', 'CA'),
  {
    q: 'german speaking',
    rules: [
      { grade: 3, title: 'german' },
      { grade: 2, requires: 'german|deutsch' },
      { grade: 1, mentions: 'german' },
    ],
  },
  {
    q: 'fluent french',
    rules: [
      { grade: 3, title: 'french' },
      {
        grade: 3,
        requires:
          'fluent (\\p{L}+ ){0,3}french|french (\\p{L}+ ){0,2}(fluent|native|fluency)|fluency (\\p{L}+ ){0,4}french',
      },
      { grade: 2, requires: 'french' },
      { grade: 1, mentions: 'french' },
    ],
  },
  {
    q: 'japanese',
    rules: [
      { grade: 3, title: 'japanese|japan' },
      { grade: 2, requires: 'japanese' },
      { grade: 2, place: 'JP' },
      { grade: 1, mentions: 'japanese' },
    ],
  },
  {
    q: 'korean market',
    rules: [
      { grade: 3, title: 'korea|korean' },
      { grade: 2, requires: 'korean|korea' },
      { grade: 2, place: 'KR' },
      { grade: 1, mentions: 'korean|korea' },
    ],
  },
  { q: 'offres emploi paris', rules: [{ grade: 3, place: 'Paris, FR' }] },
];
