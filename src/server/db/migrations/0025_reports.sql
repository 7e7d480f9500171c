CREATE TABLE "job_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"title" text NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "job_reports_reason" CHECK ("job_reports"."reason" in ('scam', 'closed', 'wrong', 'discriminating')),
	CONSTRAINT "job_reports_email" CHECK ("job_reports"."email" is null or "job_reports"."resolved_at" is null)
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
CREATE INDEX "job_reports_open" ON "job_reports" USING btree ("job_id","created_at") WHERE "job_reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "job_reports_resolved" ON "job_reports" USING btree ("resolved_at");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report'));