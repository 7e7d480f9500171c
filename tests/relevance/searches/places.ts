import type { Search } from '../judgements.ts';
import { forPlace } from './patterns.ts';

/** Searches for all jobs in a place, and for all remote jobs. */
export const places: Search[] = [
  forPlace('paris', 'Paris, FR'),
  forPlace('berlin', 'Berlin, DE'),
  forPlace('london', 'London, GB'),
  forPlace('san francisco', 'San Francisco, US'),
  forPlace('sf', 'San Francisco, US'),
  forPlace(
    'bay area',
    'San Francisco, US',
    'San Mateo, US',
    'Palo Alto, US',
    'Mountain View, US',
    'San Jose, US',
    'Sunnyvale, US',
    'Oakland, US',
  ),
  forPlace('nyc', 'New York City, US', 'Brooklyn, US'),
  forPlace('new york', 'New York City, US', 'Brooklyn, US', 'US.NY'),
  forPlace('toronto', 'Toronto, CA'),
  forPlace('montréal', 'Montreal, CA'),
  forPlace('munich', 'Munich, DE'),
  forPlace('stockholm', 'Stockholm, SE'),
  forPlace('barcelona', 'Barcelona, ES'),
  forPlace('tel aviv', 'Tel Aviv, IL'),
  forPlace('bangalore', 'Bengaluru, IN'),
  forPlace('austin', 'Austin, US'),
  forPlace('germany', 'DE'),
  forPlace('france', 'FR'),
  forPlace('spain', 'ES'),
  forPlace('india', 'IN'),
  forPlace('uk', 'GB'),
  forPlace('jobs in canada', 'CA'),
  forPlace('california', 'US.CA'),
  { q: 'europe', rules: [{ grade: 3, place: 'EUROPE' }] },
  {
    q: 'emea',
    rules: [
      { grade: 3, title: 'emea' },
      { grade: 3, place: 'EMEA' },
    ],
  },
  { q: 'remote', rules: [{ grade: 3, workplace: 'remote' }] },
  {
    q: 'work from home',
    rules: [
      { grade: 3, workplace: 'remote' },
      { grade: 1, workplace: 'hybrid' },
    ],
  },
  {
    q: 'hybrid',
    rules: [
      { grade: 3, workplace: 'hybrid' },
      { grade: 3, title: 'hybrid' },
    ],
  },
  {
    q: 'remote us',
    rules: [
      { grade: 3, eligible: 'US' },
      { grade: 1, workplace: 'remote' },
    ],
  },
  {
    q: 'remote canada',
    rules: [
      { grade: 3, eligible: 'CA' },
      { grade: 1, workplace: 'remote' },
    ],
  },
  {
    q: 'remote germany',
    rules: [
      { grade: 3, eligible: 'DE' },
      { grade: 1, workplace: 'remote' },
    ],
  },
  {
    q: 'remote europe',
    rules: [
      { grade: 3, workplace: 'remote', place: 'EUROPE' },
      { grade: 3, eligible: 'DE' },
      { grade: 1, workplace: 'remote' },
    ],
  },
];
