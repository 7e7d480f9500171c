CREATE TABLE "company_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL,
	"source" text,
	"source_id" text,
	"logo" text NOT NULL,
	"moved" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL,
	"merge_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "feed" text;--> statement-breakpoint
ALTER TABLE "job_merges" ADD CONSTRAINT "job_merges_merge_id_company_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."company_merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_merges_by_target" ON "company_merges" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "company_merges_by_source" ON "company_merges" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "job_merges_by_merge" ON "job_merges" USING btree ("merge_id");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim', 'merge'));--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR DELETE ON "company_merges"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('merge');
