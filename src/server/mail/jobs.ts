/** The name of the task that sends a mail. The id of such a job in the queue is the id of the mail. */
export const SEND_MAIL = 'send_mail';
