/** A number of days, such as "1 day" and "60 days". */
export const numberOfDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);
