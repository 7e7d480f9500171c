CREATE TABLE "job_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"author" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"body" jsonb NOT NULL,
	"reason" text,
	"signals" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	CONSTRAINT "job_drafts_state" CHECK ("job_drafts"."state" in ('draft', 'review', 'rejected')),
	CONSTRAINT "job_drafts_reason" CHECK (("job_drafts"."reason" is not null) = ("job_drafts"."state" = 'rejected')),
	CONSTRAINT "job_drafts_submitted" CHECK (("job_drafts"."submitted_at" is not null) = ("job_drafts"."state" = 'review'))
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "job_drafts" ADD CONSTRAINT "job_drafts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_drafts" ADD CONSTRAINT "job_drafts_author_accounts_id_fk" FOREIGN KEY ("author") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_drafts_in_review" ON "job_drafts" USING btree ("submitted_at","id") WHERE "job_drafts"."state" = 'review';--> statement-breakpoint
CREATE INDEX "job_drafts_by_change" ON "job_drafts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "job_drafts_by_company" ON "job_drafts" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "job_drafts_by_author" ON "job_drafts" USING btree ("author");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft'));