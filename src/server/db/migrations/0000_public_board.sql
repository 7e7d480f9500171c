CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"summary_truncated" boolean DEFAULT false NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"source" text,
	"source_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_name" CHECK ("companies"."name" ~ '\S' and length("companies"."name") <= 200),
	CONSTRAINT "companies_description" CHECK (length("companies"."description") <= 20000),
	CONSTRAINT "companies_website" CHECK ("companies"."website" = '' or ("companies"."website" ~* '^https?://[^/]' and length("companies"."website") <= 2048)),
	CONSTRAINT "companies_logo" CHECK ("companies"."logo" = '' or ("companies"."logo" ~* '^(https?:/)?/[^/]' and length("companies"."logo") <= 2048)),
	CONSTRAINT "companies_source" CHECK (("companies"."source" is null) = ("companies"."source_id" is null))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"location" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"summary_truncated" boolean DEFAULT false NOT NULL,
	"salary" text DEFAULT '' NOT NULL,
	"pay_minimum" double precision,
	"pay_maximum" double precision,
	"pay_currency" text,
	"pay_unit" text,
	"applyurl" text DEFAULT '' NOT NULL,
	"date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"source" text,
	"source_id" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_title" CHECK ("jobs"."title" ~ '\S' and length("jobs"."title") <= 200),
	CONSTRAINT "jobs_type" CHECK ("jobs"."type" in ('Full-Time', 'Part-Time', 'Contract', 'Remote', 'Internship')),
	CONSTRAINT "jobs_location" CHECK (length("jobs"."location") <= 200),
	CONSTRAINT "jobs_description" CHECK (length("jobs"."description") <= 20000),
	CONSTRAINT "jobs_salary" CHECK ("jobs"."salary" in ('', 'Under $50K', '$50K - $60K', '$60K - $70K', '$70K - $80K', '$80K - $90K', '$90K - $100K', '$100K - $125K', '$125K - $150K', '$150K - $175K', '$175K - $200K', '$200K-$300K', 'Over $300K')),
	CONSTRAINT "jobs_pay" CHECK (num_nulls("jobs"."pay_minimum", "jobs"."pay_maximum", "jobs"."pay_currency", "jobs"."pay_unit") in (0, 4)
        and "jobs"."pay_minimum" between 0 and "jobs"."pay_maximum"
        and "jobs"."pay_maximum" < 'Infinity'
        and "jobs"."pay_currency" ~ '^[A-Z]{3}$'
        and "jobs"."pay_unit" in ('year', 'month', 'week', 'day', 'hour')),
	CONSTRAINT "jobs_applyurl" CHECK ("jobs"."applyurl" = '' or ("jobs"."applyurl" ~* '^https?://[^/]' and length("jobs"."applyurl") <= 2048)),
	CONSTRAINT "jobs_source" CHECK (("jobs"."source" is null) = ("jobs"."source_id" is null))
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_by_source" ON "companies" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "companies_by_name" ON "companies" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_by_source" ON "jobs" USING btree ("company_id","source","source_id");--> statement-breakpoint
CREATE INDEX "open_jobs" ON "jobs" USING btree ("date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "jobs"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "open_jobs_by_type" ON "jobs" USING btree ("type","date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "jobs"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "open_jobs_by_salary" ON "jobs" USING btree ("salary","date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "jobs"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "open_jobs_by_company" ON "jobs" USING btree ("company_id","date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "jobs"."closed_at" is null;