/** The name of the task that sends a mail. The job's id is the id of the mail. */
export const SEND_MAIL = 'send_mail';
