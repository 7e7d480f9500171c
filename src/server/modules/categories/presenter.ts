import type { AdministeredCategory, Category } from '#shared/contract/categories.ts';
import type { Category as CategoryRow } from './queries.ts';

export function presentCategory({ slug, name, description }: CategoryRow): Category {
  return { slug, name, description };
}

/** @param jobs the number of open jobs of the category */
export function presentAdministered(category: CategoryRow, jobs: number): AdministeredCategory {
  const { words, skills, version } = category;
  return { ...presentCategory(category), jobs, words, skills, version };
}
