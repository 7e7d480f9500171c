/** How often an alert sends its new jobs. `never`: a saved search whose new jobs are only shown on the site. */
export const ALERT_FREQUENCIES = ['immediate', 'daily', 'weekly', 'never'] as const;

export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

/**
 * Why an address gets no alerts: the person has paused them, has not answered whether they are still useful, or the
 * mail server of the address has refused a mail for good.
 */
export const ALERT_PAUSES = ['person', 'unanswered', 'undeliverable'] as const;

export type AlertPause = (typeof ALERT_PAUSES)[number];

/** The frequencies of alerts that send mails. */
export const MAILED_FREQUENCIES = ['immediate', 'daily', 'weekly'] as const;

export type MailedFrequency = (typeof MAILED_FREQUENCIES)[number];
