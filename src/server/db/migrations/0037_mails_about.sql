ALTER TABLE "mails" ADD COLUMN "about" text;--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("about") WHERE "mails"."about" is not null;