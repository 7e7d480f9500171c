CREATE TABLE "task_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "mails_by_creation" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_by_status" ON "mails" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_by_text" ON "mails" USING gin ((lower("to_address" || ' ' || "subject")) gin_trgm_ops);