import type { Search } from '../judgements.ts';
import { causes } from './causes.ts';
import { combinations } from './combinations.ts';
import { conditions } from './conditions.ts';
import { languages } from './languages.ts';
import { misspellings } from './misspellings.ts';
import { negations } from './negations.ts';
import { places } from './places.ts';
import { roles } from './roles.ts';
import { rolesInPlaces, rolesInRegions } from './roles-in-places.ts';
import { signs } from './signs.ts';
import { skilledRoles } from './skilled-roles.ts';
import { skills } from './skills.ts';
import { spellings } from './spellings.ts';
import { titles } from './titles.ts';
import { translations } from './translations.ts';
import { typingErrors } from './typing-errors.ts';

/** The searches that are the same for all folders, by kind. */
export const SEARCHES: Record<string, Search[]> = {
  titles,
  roles,
  skills,
  'skilled roles': skilledRoles,
  places,
  'roles in places': rolesInPlaces,
  'roles in regions': rolesInRegions,
  combinations,
  conditions,
  negations,
  spellings,
  signs,
  misspellings,
  'typing errors': typingErrors,
  causes,
  languages,
  translations,
};
