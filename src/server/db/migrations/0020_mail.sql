CREATE TABLE "mail_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	"next_send_at" timestamp (3) with time zone,
	CONSTRAINT "mail_state_single" CHECK ("mail_state"."id" = 1),
	CONSTRAINT "mail_state_pause" CHECK (("mail_state"."paused_at" is null) = ("mail_state"."pause_reason" is null) and "mail_state"."pause_reason" in ('admin', 'restored'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"content" jsonb,
	"message_id" text NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"unknown_outcomes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('queued', 'sending', 'sent', 'failed', 'unknown', 'captured')),
	CONSTRAINT "mails_content" CHECK ("mails"."content" is not null or "mails"."status" not in ('queued', 'sending'))
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
CREATE INDEX "mails_pending" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."status" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("created_at","id") WHERE "mails"."status" in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX "mails_finished" ON "mails" USING btree ("finished_at") WHERE "mails"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_by_recipient" ON "mails" USING btree (lower("to_address"),"created_at");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'mail'));