CREATE TABLE "company_renames" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" text,
	"name" text,
	"website" text,
	"state" text DEFAULT 'review' NOT NULL,
	"reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_renames_state" CHECK ("company_renames"."state" in ('review', 'rejected')),
	CONSTRAINT "company_renames_reason" CHECK ("company_renames"."state" <> 'rejected' or "company_renames"."reason" is not null),
	CONSTRAINT "company_renames_change" CHECK ("company_renames"."name" is not null or "company_renames"."website" is not null),
	CONSTRAINT "company_renames_name" CHECK ("company_renames"."name" ~ '\S' and length("company_renames"."name") <= 200),
	CONSTRAINT "company_renames_website" CHECK ("company_renames"."website" ~* '^https?://[^/]' and length("company_renames"."website") <= 2048)
);
--> statement-breakpoint
ALTER TABLE "merge_leftovers" DROP CONSTRAINT "merge_leftovers_kind";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "industry" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "size" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "founded" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "places" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "links" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_renames" ADD CONSTRAINT "company_renames_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_renames" ADD CONSTRAINT "company_renames_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_renames_once" ON "company_renames" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "company_renames_in_review" ON "company_renames" USING btree ("requested_at","id") WHERE "company_renames"."state" = 'review';--> statement-breakpoint
CREATE INDEX "company_renames_by_account" ON "company_renames" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "merge_leftovers" ADD CONSTRAINT "merge_leftovers_kind" CHECK ("merge_leftovers"."kind" in ('claim', 'invitation', 'draft', 'rename'));--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim', 'merge', 'source', 'rename'));--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_industry" CHECK (length("companies"."industry") <= 100);--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_size" CHECK ("companies"."size" in ('', '1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001+'));--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_founded" CHECK ("companies"."founded" between 1000 and 9999);--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_places" CHECK (cardinality("companies"."places") <= 10 and length(array_to_string("companies"."places", '')) <= 2000);--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_links" CHECK (cardinality("companies"."links") <= 6 and length(array_to_string("companies"."links", '')) <= 12288);