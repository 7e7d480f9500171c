CREATE TABLE "inbox_digests" (
	"account_id" text PRIMARY KEY NOT NULL,
	"is_wanted" boolean DEFAULT true NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "company_claims" ADD COLUMN "last_rejection" jsonb;--> statement-breakpoint
ALTER TABLE "job_drafts" ADD COLUMN "last_rejection" jsonb;--> statement-breakpoint
ALTER TABLE "inbox_digests" ADD CONSTRAINT "inbox_digests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;