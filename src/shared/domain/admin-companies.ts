/** Which companies the list of site admins shows. */
export const ADMIN_COMPANY_FILTERS = ['owned', 'unowned', 'claimed', 'duplicates'] as const;

export type AdminCompanyFilter = (typeof ADMIN_COMPANY_FILTERS)[number];
