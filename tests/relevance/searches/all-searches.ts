import type { Search } from '../judgements.ts';
import { causes } from './causes.ts';
import { combinations } from './combinations.ts';
import { languages } from './languages.ts';
import { misspellings } from './misspellings.ts';
import { places } from './places.ts';
import { skills } from './skills.ts';
import { spellings } from './spellings.ts';
import { titles } from './titles.ts';

/** The searches that are the same for all folders, by group. */
export const SEARCHES: Record<string, Search[]> = {
  titles,
  skills,
  places,
  combinations,
  spellings,
  misspellings,
  causes,
  languages,
};
