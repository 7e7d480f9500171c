/** The orders of a list of companies: by name, or the most open jobs first. */
export const COMPANY_ORDERS = ['name', 'jobs'] as const;

export type CompanyOrder = (typeof COMPANY_ORDERS)[number];
