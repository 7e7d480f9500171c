import { jobDictionary } from './job-dictionary.ts';
import { requirementsOf } from './requirements.ts';
import { wordsOf } from './words.ts';

/** Where a job ad names a skill: the most important part that does. */
export type SkillPart = 'title' | 'requirements' | 'description';

/** Markdown of links, whose addresses are not text. */
const ADDRESS = /\]\([^)]*\)|https?:\/\/\S+/g;

/** The skills that a job ad names, in the dictionary's usual spelling, with the part that names them. */
export function readSkills({
  title,
  description,
}: {
  title: string;
  description: string;
}): Map<string, SkillPart> {
  const parts: [SkillPart, string][] = [
    ['description', description],
    ['requirements', requirementsOf(description)],
    ['title', title],
  ];
  const skills = new Map<string, SkillPart>();
  for (const [part, text] of parts) {
    for (const { group, ambiguous } of jobDictionary().spellingsIn(
      wordsOf(text.replace(ADDRESS, ' ')),
    )) {
      const usual = group.spellings[0]?.text;
      if (group.kind === 'skill' && !ambiguous && usual) skills.set(usual, part);
    }
  }
  return skills;
}
