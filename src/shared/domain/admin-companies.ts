/** The filters of the list of companies for site admins. */
export const ADMIN_COMPANY_FILTERS = ['owned', 'unowned', 'claimed', 'duplicates'] as const;

export type AdminCompanyFilter = (typeof ADMIN_COMPANY_FILTERS)[number];
