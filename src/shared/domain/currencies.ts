/** The currency codes that this runtime knows (ISO 4217). */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');
