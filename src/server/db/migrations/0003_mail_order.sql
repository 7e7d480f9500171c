-- The mailbox to which an email address leads, which limits count: in lower case, without the subaddress after `+`, and for
-- Gmail without dots and with one of its two domains.
CREATE FUNCTION "mailbox"("address" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(
    regexp_replace(
      regexp_replace(lower("address" COLLATE "C"), '(.)\+[^@]*@', '\1@'), '@googlemail\.com$', '@gmail.com'
    ),
    '\.(?=[^@]*@gmail\.com$)', '', 'g'
  );--> statement-breakpoint
DROP INDEX "identity_codes_by_email";--> statement-breakpoint
DROP INDEX "mails_by_recipient";--> statement-breakpoint
DROP INDEX "sent_invitations_by_email";--> statement-breakpoint
ALTER TABLE "identity_codes" ADD COLUMN "prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "turn" integer;--> statement-breakpoint
CREATE INDEX "identity_codes_by_mailbox" ON "identity_codes" USING btree (mailbox("email"),"created_at");--> statement-breakpoint
CREATE INDEX "identity_codes_by_prefix" ON "identity_codes" USING btree ("prefix","created_at");--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" USING btree ("turn","next_attempt_at") WHERE "mails"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_by_mailbox" ON "mails" USING btree (mailbox("to_address"),"created_at");--> statement-breakpoint
CREATE INDEX "sent_invitations_by_mailbox" ON "sent_invitations" USING btree (mailbox("email"));