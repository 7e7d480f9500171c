import type { AdminPageProps } from '../admin-page-props.ts';
import { readParameters } from '../list/parameters.ts';
import { AddPage, EditPage } from './page-editor.tsx';
import { PageList } from './page-list.tsx';

/** The pages with texts of the operator, one of them, or the form that adds one. */
export function Pages({ account, parameters }: AdminPageProps) {
  const { page, add } = readParameters(parameters, ['page', 'add']);
  if (add) return <AddPage account={account} />;
  if (page) return <EditPage key={page} account={account} slug={page} />;
  return <PageList />;
}
