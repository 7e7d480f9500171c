CREATE TABLE "company_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"company_id" uuid,
	"registration" jsonb,
	"job" jsonb,
	"state" text DEFAULT 'draft' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"reason" text,
	"proven_email" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	CONSTRAINT "company_claims_once" UNIQUE("account_id","company_id"),
	CONSTRAINT "company_claims_state" CHECK ("company_claims"."state" in ('draft', 'review', 'rejected')),
	CONSTRAINT "company_claims_reason" CHECK (("company_claims"."reason" is not null) = ("company_claims"."state" = 'rejected')),
	CONSTRAINT "company_claims_submitted" CHECK (("company_claims"."submitted_at" is not null) = ("company_claims"."state" = 'review')),
	CONSTRAINT "company_claims_company" CHECK (("company_claims"."company_id" is null) = ("company_claims"."registration" is not null)),
	CONSTRAINT "company_claims_proven_email" CHECK (length("company_claims"."proven_email") <= 254)
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "trusted_website" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_claims" ADD CONSTRAINT "company_claims_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_claims" ADD CONSTRAINT "company_claims_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_claims_by_company" ON "company_claims" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "company_claims_in_review" ON "company_claims" USING btree ("submitted_at","id") WHERE "company_claims"."state" = 'review';--> statement-breakpoint
CREATE INDEX "companies_by_plain_name" ON "companies" USING btree (lower(regexp_replace("name", '[[:punct:][:space:]]+', '', 'g')));--> statement-breakpoint
CREATE INDEX "companies_by_host" ON "companies" USING btree (reverse(left('.' || substring(lower("website") from '^https?://([^/:?#]+)'), 256)) text_pattern_ops);--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim'));--> statement-breakpoint
-- Before this version, only site admins changed websites, and imports set none. For an imported company, the audit trail
-- must still say that a site admin was the last who did. Filling a new column is no change that the trail records.
ALTER TABLE "companies" DISABLE TRIGGER "audit";--> statement-breakpoint
UPDATE "companies" SET "trusted_website" = "website" WHERE "website" <> '' AND (
	"source" IS NULL OR (
		SELECT "actor" FROM "audit_events"
			WHERE "kind" = 'company' AND "thing_id" = "companies"."id"::text AND "after" IS NOT NULL
				AND "before" ->> 'website' IS DISTINCT FROM "after" ->> 'website'
			ORDER BY "id" DESC LIMIT 1
	) IN (SELECT "id" FROM "accounts" WHERE "role" = 'siteadmin')
);--> statement-breakpoint
ALTER TABLE "companies" ENABLE TRIGGER "audit";
