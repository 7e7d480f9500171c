-- Release 1.0.0: the tables, and the functions and triggers that index, count and audit them.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
--> statement-breakpoint
-- Functions may call functions that come later.
SET LOCAL check_function_bodies = off;
--> statement-breakpoint
-- Folds a text: lower case, without accents, and with spaces instead of symbols. With the ctype C, as in the embedded
-- database, PostgreSQL would count every character outside of ASCII as a letter. ASCII texts, which most texts are, take
-- the short way, because folding the others takes several times as long.
CREATE FUNCTION "fold_text"("written" text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
	"plain" text := replace("written", '’', '''');
BEGIN
	IF octet_length("plain") = length("plain") THEN
		RETURN lower("plain" COLLATE "C");
	END IF;
	"plain" := regexp_replace("plain",
		'[\u00a0-\u00a7\u00a9\u00ab\u00ac\u00ae\u00b0\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u00f7\u2000-\u200b\u2010-\u2043'
		'\u2045-\u205f\u20a0-\u20a7\u20a9-\u20bf\u2122\u2190-\u245f\u2500-\u2bff\ufe00-\ufe0f\U0001f000-\U0001f0ff\U0001f300-\U0001faff]',
		' ', 'g');
	IF octet_length("plain") = length("plain") THEN
		RETURN lower("plain" COLLATE "C");
	END IF;
	RETURN translate(
		lower(regexp_replace(normalize("plain", NFKD), '[\u0300-\u036f]', '', 'g')),
		'øłđıς', 'oldiσ'
	);
END $$;
--> statement-breakpoint
-- The text that is indexed or searched for. Names that end in symbols, such as C++, become words, and a slash separates
-- words, because PostgreSQL would parse them as the name of a file. The functions that indexes use have bodies that are
-- parsed when they are created, because an index is built with a search path of `pg_catalog` alone.
CREATE FUNCTION "search_text"("written" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN replace(replace(replace(replace(replace(' ' || fold_text("written"), '/', ' '),
		'c++', 'cplusplus'), 'c#', 'csharp'), ' .net', ' dotnet'), '(.net', '(dotnet');
--> statement-breakpoint
-- The words of a company's name, as written and as stems.
CREATE FUNCTION "name_words"("name" text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN to_tsvector('pg_catalog.english', search_text("name")) || to_tsvector('pg_catalog.simple', search_text("name"));
--> statement-breakpoint
-- The words of a location, with letters and digits alone. A word of a text search has at most 2,046 bytes.
CREATE FUNCTION "place_words"("place" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN ARRAY(
		SELECT left("word", 100) FROM regexp_split_to_table(fold_text("place"), '[^[:alnum:]]+')
			WITH ORDINALITY AS "words"("word", "number") WHERE "word" <> '' ORDER BY "number"
	);
--> statement-breakpoint
CREATE TYPE "public"."employment_type" AS ENUM('Full-Time', 'Part-Time', 'Contract', 'Remote', 'Internship');
--> statement-breakpoint
CREATE TYPE "public"."job_salary" AS ENUM('', 'Under $50K', '$50K - $60K', '$60K - $70K', '$70K - $80K', '$80K - $90K', '$90K - $100K', '$100K - $125K', '$125K - $150K', '$150K - $175K', '$175K - $200K', '$200K-$300K', 'Over $300K');
--> statement-breakpoint
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
	"rejected_at" timestamp (3) with time zone,
	CONSTRAINT "company_claims_once" UNIQUE("account_id","company_id"),
	CONSTRAINT "company_claims_state" CHECK ("company_claims"."state" in ('draft', 'review', 'rejected')),
	CONSTRAINT "company_claims_reason" CHECK (("company_claims"."reason" is not null) = ("company_claims"."state" = 'rejected')),
	CONSTRAINT "company_claims_submitted" CHECK (("company_claims"."submitted_at" is not null) = ("company_claims"."state" = 'review')),
	CONSTRAINT "company_claims_company" CHECK (("company_claims"."company_id" is null) = ("company_claims"."registration" is not null)),
	CONSTRAINT "company_claims_proven_email" CHECK (length("company_claims"."proven_email") <= 254)
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"per_euro" double precision NOT NULL,
	"date" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_facts" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"reader" integer NOT NULL,
	"digest" text NOT NULL,
	"places" jsonb NOT NULL,
	"workplace" text,
	"employment" text,
	"terms" text[] NOT NULL,
	"eligibility" jsonb,
	"pay" jsonb,
	"rates_date" date,
	"salary" text NOT NULL,
	"salaries" integer NOT NULL,
	"reach" integer NOT NULL,
	"middle" integer NOT NULL,
	"skills" jsonb NOT NULL,
	"dictionary" text NOT NULL,
	"group_id" uuid
);
--> statement-breakpoint
CREATE TABLE "company_html" (
	"id" uuid PRIMARY KEY NOT NULL,
	"renderer" integer NOT NULL,
	"digest" text NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_html" (
	"id" uuid PRIMARY KEY NOT NULL,
	"renderer" integer NOT NULL,
	"digest" text NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"interaction" text NOT NULL,
	"email" text NOT NULL,
	"network" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"private_key" jsonb NOT NULL,
	"cookie_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_links" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"verified_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_links_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credential_id" text NOT NULL,
	"user_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "identity_passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_state" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payload" json NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "identity_state_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"job_id" uuid,
	CONSTRAINT "job_drafts_state" CHECK ("job_drafts"."state" in ('draft', 'review', 'rejected')),
	CONSTRAINT "job_drafts_edit" CHECK ("job_drafts"."job_id" is null or "job_drafts"."job_id" = "job_drafts"."id"),
	CONSTRAINT "job_drafts_reason" CHECK (("job_drafts"."reason" is not null) = ("job_drafts"."state" = 'rejected')),
	CONSTRAINT "job_drafts_submitted" CHECK (("job_drafts"."submitted_at" is not null) = ("job_drafts"."state" = 'review'))
);
--> statement-breakpoint
CREATE TABLE "job_reminders" (
	"job_id" uuid NOT NULL,
	"validthrough" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_reminders_validthrough_job_id_pk" PRIMARY KEY("validthrough","job_id")
);
--> statement-breakpoint
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
	"about" text,
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('queued', 'sending', 'sent', 'failed', 'unknown', 'captured')),
	CONSTRAINT "mails_content" CHECK ("mails"."content" is not null or "mails"."status" not in ('queued', 'sending'))
);
--> statement-breakpoint
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
	"merge_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merge_leftovers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merge_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merge_leftovers_kind" CHECK ("merge_leftovers"."kind" in ('claim', 'invitation', 'draft'))
);
--> statement-breakpoint
CREATE TABLE "task_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "account_deletions" (
	"digest" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"copied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "actors" (
	"key" text PRIMARY KEY DEFAULT 'actor-' || gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	CONSTRAINT "actors_account_id_unique" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "data_export_parts" (
	"export_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "data_export_parts_export_id_number_pk" PRIMARY KEY("export_id","number")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "data_exports_once" UNIQUE("account_id"),
	CONSTRAINT "data_exports_state" CHECK ("data_exports"."state" in ('preparing', 'ready', 'failed')),
	CONSTRAINT "data_exports_expiry" CHECK (("data_exports"."expires_at" is not null) = ("data_exports"."state" = 'ready'))
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limit_counts" (
	"client" text NOT NULL,
	"time_window" bigint NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "rate_limit_counts_client_time_window_pk" PRIMARY KEY("client","time_window")
);
--> statement-breakpoint
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
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"company_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"verified_email" text,
	"blocked_at" timestamp (3) with time zone,
	"blocked_reason" text,
	"last_sign_in_at" timestamp (3) with time zone,
	CONSTRAINT "accounts_id" CHECK (length("accounts"."id") between 1 and 255),
	CONSTRAINT "accounts_name" CHECK (length("accounts"."name") <= 200),
	CONSTRAINT "accounts_email" CHECK (length("accounts"."email") <= 254),
	CONSTRAINT "accounts_verified_email" CHECK (length("accounts"."verified_email") <= 254),
	CONSTRAINT "accounts_bio" CHECK (length("accounts"."bio") <= 2000),
	CONSTRAINT "accounts_role" CHECK ("accounts"."role" in ('user', 'companyadmin', 'siteadmin')),
	CONSTRAINT "accounts_company" CHECK (("accounts"."role" = 'companyadmin') = ("accounts"."company_id" is not null)),
	CONSTRAINT "accounts_blocked" CHECK (("accounts"."blocked_at" is null) = ("accounts"."blocked_reason" is null) and length("accounts"."blocked_reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"thing_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_events_action" CHECK ("audit_events"."action" in ('create', 'update', 'delete', 'unlock')),
	CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim', 'merge', 'source'))
);
--> statement-breakpoint
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
	"version" integer DEFAULT 1 NOT NULL,
	"trusted_website" text DEFAULT '' NOT NULL,
	CONSTRAINT "companies_name" CHECK ("companies"."name" ~ '\S' and length("companies"."name") <= 200),
	CONSTRAINT "companies_description" CHECK (length("companies"."description") <= 20000),
	CONSTRAINT "companies_website" CHECK ("companies"."website" = '' or ("companies"."website" ~* '^https?://[^/]' and length("companies"."website") <= 2048)),
	CONSTRAINT "companies_logo" CHECK ("companies"."logo" = '' or ("companies"."logo" ~* '^(https?:/)?/[^/]' and length("companies"."logo") <= 2048)),
	CONSTRAINT "companies_source" CHECK (("companies"."source" is null) = ("companies"."source_id" is null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"thing_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
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
	"version" integer DEFAULT 1 NOT NULL,
	"more_places" text,
	"validthrough" date,
	"source_validthrough" date,
	"closed_by" text,
	"kept_open" boolean DEFAULT false NOT NULL,
	"addresses" jsonb,
	"workplace" text,
	"employment" text,
	"feed" text,
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
	CONSTRAINT "jobs_workplace" CHECK ("jobs"."workplace" in ('on-site', 'hybrid', 'remote')),
	CONSTRAINT "jobs_employment" CHECK ("jobs"."employment" in ('full-time', 'part-time', 'contract', 'temporary', 'internship', 'volunteer')),
	CONSTRAINT "jobs_applyurl" CHECK ("jobs"."applyurl" = '' or ("jobs"."applyurl" ~* '^https?://[^/]' and length("jobs"."applyurl") <= 2048)),
	CONSTRAINT "jobs_source" CHECK (("jobs"."source" is null) = ("jobs"."source_id" is null)),
	CONSTRAINT "jobs_closed_by" CHECK ("jobs"."closed_by" is null or ("jobs"."closed_by" in ('day', 'admin') and "jobs"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area_count_changes" (
	"area" text NOT NULL,
	"jobs" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area_counts" (
	"area" text PRIMARY KEY NOT NULL,
	"jobs" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_counts" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"jobs" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_count_changes" (
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"salary" text NOT NULL,
	"jobs" integer NOT NULL,
	"salaries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_counts" (
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"salary" text NOT NULL,
	"jobs" integer NOT NULL,
	"salaries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_counts_company_id_type_salary_salaries_pk" PRIMARY KEY("company_id","type","salary","salaries")
);
--> statement-breakpoint
CREATE TABLE "job_search" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"type" "employment_type" NOT NULL,
	"salary" "job_salary" NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"reach" integer NOT NULL,
	"heading" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"terms" text[] DEFAULT '{}' NOT NULL,
	"salaries" integer DEFAULT 0 NOT NULL,
	"middle" integer DEFAULT -1 NOT NULL,
	"group_id" uuid
);
--> statement-breakpoint
CREATE TABLE "place_count_changes" (
	"place" text NOT NULL,
	"jobs" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_counts" (
	"place" text PRIMARY KEY NOT NULL,
	"jobs" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_dictionary" (
	"word" text PRIMARY KEY NOT NULL,
	"jobs" integer NOT NULL,
	"share" real DEFAULT 0 NOT NULL,
	"heading_share" real DEFAULT 0 NOT NULL,
	"is_name" boolean DEFAULT false NOT NULL,
	"is_target" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_suggestions" (
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"titles" text[] NOT NULL,
	"jobs" integer NOT NULL,
	CONSTRAINT "search_suggestions_kind_label_pk" PRIMARY KEY("kind","label")
);
--> statement-breakpoint
CREATE TABLE "distinct_jobs" (
	"job_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distinct_jobs_job_id_other_id_pk" PRIMARY KEY("job_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "source_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"free_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_jobs" (
	"source_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"job_id" uuid,
	"digest" text,
	"reason" text,
	"stated" jsonb,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"detailed_at" timestamp (3) with time zone,
	"missing_since" timestamp (3) with time zone,
	"vanished_at" timestamp (3) with time zone,
	"reposts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "source_jobs_source_id_external_id_pk" PRIMARY KEY("source_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "source_previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"company_id" uuid,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"listed" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" uuid NOT NULL,
	"outcome" text DEFAULT 'running' NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"applied_at" timestamp with time zone,
	"listed" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{"added":0,"changed":0,"unchanged":0,"missing":0,"closed":0,"reopened":0,"reposted":0,"skipped":0}'::jsonb NOT NULL,
	"open_before" integer DEFAULT 0 NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"skipped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "source_runs_outcome" CHECK ("source_runs"."outcome" in ('running', 'applied', 'unchanged', 'asked', 'failed', 'interrupted', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"system" text NOT NULL,
	"tenant" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text NOT NULL,
	"paused_by" text,
	"interval_minutes" integer DEFAULT 360 NOT NULL,
	"next_run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"may_close" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"validators" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"empty_since" timestamp (3) with time zone,
	CONSTRAINT "sources_once" UNIQUE("system","tenant"),
	CONSTRAINT "sources_tenant" CHECK (length("sources"."tenant") between 1 and 2048),
	CONSTRAINT "sources_state" CHECK ("sources"."state" in ('active', 'paused', 'proposed', 'asking')),
	CONSTRAINT "sources_paused_by" CHECK (("sources"."paused_by" is not null) = ("sources"."state" = 'paused') and "sources"."paused_by" in ('person', 'undone', 'restored', 'failing')),
	CONSTRAINT "sources_interval" CHECK ("sources"."interval_minutes" between 60 and 10080)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"invited_by" text,
	CONSTRAINT "invitations_by_token" UNIQUE("token_digest"),
	CONSTRAINT "invitations_once" UNIQUE("company_id","email"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'editor')),
	CONSTRAINT "invitations_email" CHECK (length("invitations"."email") <= 254)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"company_id" uuid NOT NULL,
	"role" text DEFAULT 'owner' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_once" UNIQUE("account_id","company_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'editor'))
);
--> statement-breakpoint
CREATE TABLE "sent_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid,
	"invited_by" text,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_invitations_email" CHECK (length("sent_invitations"."email") <= 254)
);
--> statement-breakpoint
ALTER TABLE "company_claims" ADD CONSTRAINT "company_claims_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "company_claims" ADD CONSTRAINT "company_claims_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_facts" ADD CONSTRAINT "job_facts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "company_html" ADD CONSTRAINT "company_html_id_companies_id_fk" FOREIGN KEY ("id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_html" ADD CONSTRAINT "job_html_id_jobs_id_fk" FOREIGN KEY ("id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_links" ADD CONSTRAINT "identity_links_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_passkeys" ADD CONSTRAINT "identity_passkeys_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_drafts" ADD CONSTRAINT "job_drafts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_drafts" ADD CONSTRAINT "job_drafts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_drafts" ADD CONSTRAINT "job_drafts_author_accounts_id_fk" FOREIGN KEY ("author") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_merges" ADD CONSTRAINT "job_merges_merge_id_company_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."company_merges"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "merge_leftovers" ADD CONSTRAINT "merge_leftovers_merge_id_company_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."company_merges"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "data_export_parts" ADD CONSTRAINT "data_export_parts_export_id_data_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."data_exports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "source_jobs" ADD CONSTRAINT "source_jobs_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "source_previews" ADD CONSTRAINT "source_previews_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_accounts_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_invitations" ADD CONSTRAINT "sent_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_invitations" ADD CONSTRAINT "sent_invitations_invited_by_accounts_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "company_claims_by_company" ON "company_claims" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "company_claims_in_review" ON "company_claims" USING btree ("submitted_at","id") WHERE "company_claims"."state" = 'review';
--> statement-breakpoint
CREATE INDEX "company_html_by_renderer" ON "company_html" USING btree ("renderer");
--> statement-breakpoint
CREATE INDEX "job_html_by_renderer" ON "job_html" USING btree ("renderer");
--> statement-breakpoint
CREATE UNIQUE INDEX "identity_codes_open" ON "identity_codes" USING btree ("interaction") WHERE "identity_codes"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "identity_codes_by_email" ON "identity_codes" USING btree ("email","created_at");
--> statement-breakpoint
CREATE INDEX "identity_codes_by_network" ON "identity_codes" USING btree ("network","created_at");
--> statement-breakpoint
CREATE INDEX "identity_codes_by_creation" ON "identity_codes" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "identity_links_by_user" ON "identity_links" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_links_by_verified_email" ON "identity_links" USING btree ("verified_email");
--> statement-breakpoint
CREATE INDEX "identity_passkeys_by_user" ON "identity_passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_sessions_by_user" ON "identity_sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_state_by_grant" ON "identity_state" USING btree ("grant_id");
--> statement-breakpoint
CREATE INDEX "identity_state_by_uid" ON "identity_state" USING btree ("uid");
--> statement-breakpoint
CREATE INDEX "identity_state_by_expiry" ON "identity_state" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "job_drafts_in_review" ON "job_drafts" USING btree ("submitted_at","id") WHERE "job_drafts"."state" = 'review';
--> statement-breakpoint
CREATE INDEX "job_drafts_by_change" ON "job_drafts" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX "job_drafts_by_company" ON "job_drafts" USING btree ("company_id","updated_at","id");
--> statement-breakpoint
CREATE INDEX "job_drafts_by_job" ON "job_drafts" USING btree ("job_id");
--> statement-breakpoint
CREATE INDEX "job_drafts_by_author" ON "job_drafts" USING btree ("author");
--> statement-breakpoint
CREATE INDEX "mails_pending" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."status" in ('queued', 'sending');
--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("created_at","id") WHERE "mails"."status" in ('failed', 'unknown');
--> statement-breakpoint
CREATE INDEX "mails_by_creation" ON "mails" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "mails_by_status" ON "mails" USING btree ("status","created_at","id");
--> statement-breakpoint
CREATE INDEX "mails_by_text" ON "mails" USING gin ((lower("to_address" || ' ' || "subject")) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "mails_finished" ON "mails" USING btree ("finished_at") WHERE "mails"."finished_at" is not null;
--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("about") WHERE "mails"."about" is not null;
--> statement-breakpoint
CREATE INDEX "mails_by_recipient" ON "mails" USING btree (lower("to_address"),"created_at");
--> statement-breakpoint
CREATE INDEX "company_merges_by_target" ON "company_merges" USING btree ("into_id");
--> statement-breakpoint
CREATE INDEX "company_merges_by_source" ON "company_merges" USING btree ("source","source_id");
--> statement-breakpoint
CREATE INDEX "job_merges_by_merge" ON "job_merges" USING btree ("merge_id");
--> statement-breakpoint
CREATE INDEX "merge_leftovers_by_merge" ON "merge_leftovers" USING btree ("merge_id");
--> statement-breakpoint
CREATE INDEX "merge_leftovers_by_age" ON "merge_leftovers" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "account_deletions_not_copied" ON "account_deletions" USING btree ("deleted_at") WHERE "account_deletions"."copied_at" is null;
--> statement-breakpoint
CREATE INDEX "job_reports_open" ON "job_reports" USING btree ("job_id","created_at") WHERE "job_reports"."resolved_at" is null;
--> statement-breakpoint
CREATE INDEX "job_reports_resolved" ON "job_reports" USING btree ("resolved_at");
--> statement-breakpoint
CREATE INDEX "accounts_by_creation" ON "accounts" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "accounts_by_last_sign_in" ON "accounts" USING btree ((coalesce("last_sign_in_at", '1970-01-01T00:00:00Z'::timestamptz)),"id");
--> statement-breakpoint
CREATE INDEX "accounts_by_text" ON "accounts" USING gin ((lower("name" || ' ' || "email" || ' ' || coalesce("verified_email", '') || ' ' || "id")) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "accounts_blocked" ON "accounts" USING btree ("created_at","id") WHERE "accounts"."blocked_at" is not null;
--> statement-breakpoint
CREATE INDEX "accounts_by_email" ON "accounts" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "accounts_by_verified_email" ON "accounts" USING btree ("verified_email");
--> statement-breakpoint
CREATE INDEX "accounts_by_company" ON "accounts" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "accounts_of_site_admins" ON "accounts" USING btree ("id") WHERE "accounts"."role" = 'siteadmin';
--> statement-breakpoint
CREATE INDEX "audit_events_by_thing" ON "audit_events" USING btree ("kind","thing_id","id");
--> statement-breakpoint
CREATE INDEX "audit_events_by_kind" ON "audit_events" USING btree ("kind","action","at","id");
--> statement-breakpoint
CREATE INDEX "audit_events_of_people" ON "audit_events" USING btree ("kind","action","at","id") WHERE "audit_events"."actor" like 'actor-%';
--> statement-breakpoint
CREATE INDEX "audit_events_by_actor" ON "audit_events" USING btree ("actor","kind","action","at","id");
--> statement-breakpoint
CREATE INDEX "audit_events_by_moment" ON "audit_events" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "audit_events_gone_by_source" ON "audit_events" USING btree ("kind",("before" ->> 'source'),("before" ->> 'source_id')) WHERE "audit_events"."action" <> 'create' and ("audit_events"."after" is null or "audit_events"."after" ->> 'company_id' <> "audit_events"."before" ->> 'company_id');
--> statement-breakpoint
CREATE UNIQUE INDEX "companies_by_source" ON "companies" USING btree ("source","source_id");
--> statement-breakpoint
CREATE INDEX "companies_by_name" ON "companies" USING btree ("name" collate "und-x-icu","id");
--> statement-breakpoint
CREATE INDEX "companies_by_words" ON "companies" USING gin (name_words("name"));
--> statement-breakpoint
CREATE INDEX "companies_by_plain_name" ON "companies" USING btree (lower(regexp_replace("name", '[[:punct:][:space:]]+', '', 'g')));
--> statement-breakpoint
CREATE INDEX "companies_by_host" ON "companies" USING btree (reverse(left('.' || substring(lower("website") from '^https?://([^/:?#]+)'), 256)) text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "jobs_by_description" ON "jobs" USING btree ((case when length("description") >= 300 then md5(regexp_replace(lower(left("description", 1000)), '[^[:alnum:]]+', '', 'g')) end));
--> statement-breakpoint
CREATE INDEX "jobs_by_validthrough" ON "jobs" USING btree ("validthrough") WHERE "jobs"."closed_at" is null and "jobs"."validthrough" is not null;
--> statement-breakpoint
CREATE INDEX "jobs_closed" ON "jobs" USING btree ("closed_at","id") WHERE "jobs"."closed_at" is not null;
--> statement-breakpoint
CREATE INDEX "jobs_closed_by_company" ON "jobs" USING btree ("company_id","closed_at","id") WHERE "jobs"."closed_at" is not null;
--> statement-breakpoint
CREATE INDEX "jobs_open_by_title" ON "jobs" USING btree ("title" collate "C") WHERE "jobs"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "jobs_by_change" ON "jobs" USING btree ("company_id","updated_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_by_source" ON "jobs" USING btree ("company_id","source","source_id");
--> statement-breakpoint
CREATE INDEX "company_counts_by_jobs" ON "company_counts" USING btree ((-"jobs"),"name" collate "und-x-icu","company_id");
--> statement-breakpoint
CREATE INDEX "job_search_newest" ON "job_search" USING btree ("date","job_id");
--> statement-breakpoint
CREATE INDEX "job_search_by_type" ON "job_search" USING btree ("type","date","job_id");
--> statement-breakpoint
CREATE INDEX "job_search_by_company" ON "job_search" USING btree ("company_id","date","job_id");
--> statement-breakpoint
CREATE INDEX "job_search_by_company_and_type" ON "job_search" USING btree ("company_id","type","date","job_id");
--> statement-breakpoint
CREATE INDEX "job_search_by_reach" ON "job_search" USING btree ("reach","date","job_id");
--> statement-breakpoint
CREATE INDEX "job_search_by_middle" ON "job_search" USING btree ("middle","date","job_id");
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_0" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = 'Under $50K' or "job_search"."salaries" & 1 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_1" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$50K - $60K' or "job_search"."salaries" & 2 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_2" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$60K - $70K' or "job_search"."salaries" & 4 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_3" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$70K - $80K' or "job_search"."salaries" & 8 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_4" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$80K - $90K' or "job_search"."salaries" & 16 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_5" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$90K - $100K' or "job_search"."salaries" & 32 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_6" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$100K - $125K' or "job_search"."salaries" & 64 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_7" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$125K - $150K' or "job_search"."salaries" & 128 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_8" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$150K - $175K' or "job_search"."salaries" & 256 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_9" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$175K - $200K' or "job_search"."salaries" & 512 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_10" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$200K-$300K' or "job_search"."salaries" & 1024 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_11" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = 'Over $300K' or "job_search"."salaries" & 2048 <> 0);
--> statement-breakpoint
CREATE INDEX "job_search_by_group" ON "job_search" USING btree ("group_id","date","job_id") WHERE "job_search"."group_id" is not null;
--> statement-breakpoint
CREATE INDEX "job_search_by_id_end" ON "job_search" USING btree (right("job_id"::text, 10));
--> statement-breakpoint
CREATE INDEX "job_search_by_heading" ON "job_search" USING gin ("heading") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "job_search_by_words" ON "job_search" USING gin ("words") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "place_counts_by_words" ON "place_counts" USING gin (array_to_tsvector(place_words("place")));
--> statement-breakpoint
CREATE INDEX "search_suggestions_by_words" ON "search_suggestions" USING gin ("words");
--> statement-breakpoint
CREATE INDEX "search_suggestions_by_jobs" ON "search_suggestions" USING btree ("kind","jobs");
--> statement-breakpoint
CREATE INDEX "source_jobs_by_job" ON "source_jobs" USING btree ("job_id");
--> statement-breakpoint
CREATE INDEX "source_previews_by_age" ON "source_previews" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "source_previews_waiting" ON "source_previews" USING btree ("created_at") WHERE "source_previews"."result" is null;
--> statement-breakpoint
CREATE INDEX "source_runs_by_source" ON "source_runs" USING btree ("source_id","id");
--> statement-breakpoint
CREATE INDEX "source_runs_by_age" ON "source_runs" USING btree ("started_at");
--> statement-breakpoint
CREATE INDEX "sources_by_company" ON "sources" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "sources_by_due_time" ON "sources" USING btree ("next_run_at") WHERE "sources"."state" in ('active', 'asking');
--> statement-breakpoint
CREATE INDEX "invitations_by_inviter" ON "invitations" USING btree ("invited_by");
--> statement-breakpoint
CREATE INDEX "memberships_by_company" ON "memberships" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "sent_invitations_by_company" ON "sent_invitations" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "sent_invitations_by_inviter" ON "sent_invitations" USING btree ("invited_by");
--> statement-breakpoint
CREATE INDEX "sent_invitations_by_email" ON "sent_invitations" USING btree ("email");
--> statement-breakpoint
-- With more statistics, the planner knows which words are rare. Otherwise it would scan all jobs for one.
ALTER TABLE "job_search" ALTER COLUMN "words" SET STATISTICS 500;
--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "heading" SET STATISTICS 500;
--> statement-breakpoint
-- The words are stored outside of the rows, without compression, so that the rows are narrow.
ALTER TABLE "job_search" SET (toast_tuple_target = 128);
--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "heading" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "job_search" ALTER COLUMN "words" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Texts of this size are not compressed: it takes longer than everything else about storing them, and saves little.
ALTER TABLE "jobs" SET (toast_tuple_target = 8160);
--> statement-breakpoint
ALTER TABLE "audit_events" SET (toast_tuple_target = 8160);
--> statement-breakpoint
-- Not compressed, as for jobs.
ALTER TABLE "job_html" SET (toast_tuple_target = 8160);
--> statement-breakpoint
ALTER TABLE "company_html" SET (toast_tuple_target = 8160);
--> statement-breakpoint
ALTER INDEX "job_search_by_heading" SET (fastupdate = false);
--> statement-breakpoint
ALTER INDEX "job_search_by_words" SET (fastupdate = false);
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit trail is append-only';
END $$;
--> statement-breakpoint
-- Refuses to truncate a table, because that runs no trigger for its rows and would leave no audit event.
CREATE FUNCTION "refuse_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is not truncated: the audit trail keeps what is deleted', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
-- Notifies all servers of a change, so that they drop cached responses (src/server/db/change-listener.ts). Topics: `jobs`
-- and `companies` for any of them, `job:ID` for one that existed before, and `job:*` for many of those. PostgreSQL
-- delivers each notification once, on commit: https://www.postgresql.org/docs/current/sql-notify.html
CREATE FUNCTION "tell_changed_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	many int;
BEGIN
	SELECT count(*) INTO many FROM (SELECT FROM "changed" LIMIT 101) AS "some";
	IF many = 0 THEN
		RETURN NULL;
	END IF;
	PERFORM pg_notify('board_changes', 'jobs');
	IF TG_OP = 'INSERT' THEN
		RETURN NULL;
	ELSIF many > 100 THEN
		PERFORM pg_notify('board_changes', 'job:*');
	ELSE
		PERFORM pg_notify('board_changes', 'job:' || "id") FROM "changed";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "tell_changed_companies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "changed") THEN
		PERFORM pg_notify('board_changes', 'companies');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The maximum pay of a job in dollars a year, by the employer's figures or else by its salary range, whose upper end is
-- exclusive; -1 without pay. A year has 2,080 hours of work.
CREATE FUNCTION "dollars_reached"("salary" text, "most" double precision, "currency" text, "unit" text)
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN CASE
		WHEN "currency" = 'USD' THEN least(1000000000, "most" * CASE "unit"
			WHEN 'year' THEN 1 WHEN 'month' THEN 12 WHEN 'week' THEN 52 WHEN 'day' THEN 260 ELSE 2080 END)::integer
		WHEN "salary" = '' THEN -1
		WHEN "salary" LIKE 'Over %' THEN 1000000000
		ELSE substring("salary" from '(\d+)K$')::integer * 1000 - 1
	END;
--> statement-breakpoint
-- The day and the hour of a moment as terms, counted from 1970, by which a search can be limited.
CREATE FUNCTION "day_token"("moment" timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN '#' || floor(extract(epoch FROM "moment") / 86400);
--> statement-breakpoint
CREATE FUNCTION "hour_token"("moment" timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN '~' || floor(extract(epoch FROM "moment") / 3600);
--> statement-breakpoint
-- The places that a location names. Longer texts are no places, and no index could contain them.
CREATE FUNCTION "places_of"("location" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT DISTINCT btrim("place") FROM regexp_split_to_table("location", ';') AS "place"
	WHERE length(btrim("place")) BETWEEN 1 AND 200
$$;
--> statement-breakpoint
-- Indexes the jobs that were stored while triggers were disabled: one of several parts, which several connections can
-- index at the same time.
CREATE FUNCTION "index_all_jobs"("part" integer, "parts" integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "job_search" SELECT "found".* FROM "jobs", searchable("jobs") AS "found"
		WHERE "closed_at" IS NULL AND (hashtext("id"::text) & 65535) % "parts" = "part"
$$;
--> statement-breakpoint
-- The companies with these words in their names; null if there are more than `most`.
CREATE FUNCTION "companies_named"("asked" tsquery, "most" integer) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
	"found" uuid[] := ARRAY(
		SELECT "id" FROM "companies" AS "company" WHERE name_words("name") @@ "asked" LIMIT "most" + 1
	);
BEGIN
	RETURN CASE WHEN cardinality("found") <= "most" THEN "found" END;
END $$;
--> statement-breakpoint
-- What each word of a search matches: its stem, the word as written, its parts if it has several, and the companies and
-- places that have it in their names. If many companies have a word, only those that also have another word of the search.
-- This is a function because PL/pgSQL caches its plans.
CREATE FUNCTION "resolve_words"("texts" text[], "open" boolean[], "most" integer)
RETURNS TABLE ("stems" text, "plain" text, "parts" text, "companies" uuid[], "begun" uuid[], "placed" boolean)
LANGUAGE plpgsql STABLE AS $$
DECLARE
	"letters" text[] := ARRAY(SELECT search_text("text") FROM unnest("texts") WITH ORDINALITY AS "t"("text", "place") ORDER BY "place");
	"others" text;
	"unordered" tsquery;
BEGIN
	FOR "number" IN 1 .. cardinality("texts") LOOP
		"stems" := phraseto_tsquery('pg_catalog.english', "letters"["number"])::text;
		"plain" := phraseto_tsquery('pg_catalog.simple', "letters"["number"])::text;
		"parts" := phraseto_tsquery('pg_catalog.simple', replace("letters"["number"], '-', ' '))::text;
		"others" := (
			SELECT string_agg('(' || "other" || ')', ' | ')
			FROM unnest("letters") WITH ORDINALITY AS "l"("text", "place"),
				LATERAL (SELECT phraseto_tsquery('pg_catalog.english', "text")::text) AS "o"("other")
			WHERE "place" <> "number" AND "other" <> ''
		);
		"companies" := '{}';
		"begun" := '{}';
		"placed" := false;
		IF "stems" <> '' THEN
			"companies" := coalesce(
				companies_named("stems"::tsquery, "most"),
				companies_named(("stems" || ' & (' || "others" || ')')::tsquery, "most"),
				'{}'
			);
		END IF;
		IF "open"["number"] AND "parts" <> '' THEN
			"begun" := coalesce(
				companies_named(("parts" || ':*')::tsquery, "most"),
				companies_named(("parts" || ':* & (' || "others" || ')')::tsquery, "most"),
				'{}'
			);
		END IF;
		IF "plain" <> '' THEN
			"unordered" := regexp_replace("plain", '<(-|[0-9]+)>', '&', 'g')::tsquery;
			"placed" := EXISTS (
				SELECT FROM "place_counts" WHERE array_to_tsvector(place_words("place")) @@ "unordered"
			) OR EXISTS (
				SELECT FROM "place_count_changes" WHERE array_to_tsvector(place_words("place")) @@ "unordered"
			);
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;
--> statement-breakpoint
-- The words of a place, and the words that begin with the last one, itself included; null if very many places have them.
CREATE FUNCTION "resolve_place"("text" text) RETURNS TABLE ("words" text[], "last" text[])
LANGUAGE plpgsql STABLE AS $$
DECLARE
	"begun" text;
	"longer" tsquery;
	"places" text[];
BEGIN
	"words" := place_words("text");
	"begun" := "words"[cardinality("words")];
	"longer" := (quote_literal("begun") || ':* & !' || quote_literal("begun"))::tsquery;
	"places" := ARRAY(
		SELECT "place" FROM (
			SELECT "place" FROM "place_counts" WHERE array_to_tsvector(place_words("place")) @@ "longer"
			UNION SELECT "place" FROM "place_count_changes" WHERE array_to_tsvector(place_words("place")) @@ "longer"
		) AS "longer" LIMIT 201
	);
	IF cardinality("places") <= 200 THEN
		"last" := ARRAY(
			SELECT "begun" UNION
			SELECT "word" FROM unnest("places") AS "place", unnest(place_words("place")) AS "word"
			WHERE starts_with("word", "begun")
		);
	END IF;
	RETURN NEXT;
END $$;
--> statement-breakpoint
-- Counts the jobs of each area. The terms of areas begin with "^".
CREATE FUNCTION "count_indexed_areas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "area_count_changes"
			SELECT substr("term", 2), count(*) FROM "added", unnest("terms") AS "term"
			WHERE starts_with("term", '^') GROUP BY 1;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "area_count_changes"
			SELECT substr("term", 2), -count(*) FROM "removed", unnest("terms") AS "term"
			WHERE starts_with("term", '^') GROUP BY 1;
	ELSE
		INSERT INTO "area_count_changes"
			SELECT substr("term", 2), sum("change") FROM (
				SELECT "terms", 1 AS "change" FROM "added" UNION ALL SELECT "terms", -1 FROM "removed"
			) AS "changes", unnest("terms") AS "term"
			WHERE starts_with("term", '^') GROUP BY 1 HAVING sum("change") <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "index_deleted_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "job_search" USING "removed" WHERE "job_search"."job_id" = "removed"."id";
	INSERT INTO "place_count_changes"
		SELECT "place", -count(*) FROM "removed", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Counts the indexed jobs by company, type and salaries.
CREATE FUNCTION "count_indexed_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "job_count_changes"
			SELECT "company", "type", "salary", count(*), "salaries"
			FROM "added", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
			GROUP BY "company", "type", "salary", "salaries";
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "job_count_changes"
			SELECT "company", "type", "salary", -count(*), "salaries"
			FROM "removed", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
			GROUP BY "company", "type", "salary", "salaries";
	ELSE
		INSERT INTO "job_count_changes"
			SELECT "company", "type", "salary", sum("change"), "salaries" FROM (
				SELECT "company_id", "type", "salary", "salaries", 1 AS "change" FROM "added"
				UNION ALL SELECT "company_id", "type", "salary", "salaries", -1 FROM "removed"
			) AS "changes", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
			GROUP BY "company", "type", "salary", "salaries" HAVING sum("change") <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Merges the pending changes into the counts. Only one process does so at a time; others return at once.
CREATE FUNCTION "compact_counts"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	changed uuid[];
BEGIN
	IF NOT pg_try_advisory_xact_lock(7206013) THEN
		RETURN;
	END IF;
	WITH "moved" AS (DELETE FROM "job_count_changes" RETURNING *), "merged" AS (
		INSERT INTO "job_counts"
			SELECT "company_id", "type", "salary", sum("jobs"), "salaries" FROM "moved" GROUP BY 1, 2, 3, 5
			ON CONFLICT ("company_id", "type", "salary", "salaries")
				DO UPDATE SET "jobs" = "job_counts"."jobs" + excluded."jobs"
	)
	SELECT array_agg(DISTINCT "company_id") INTO changed FROM "moved";
	DELETE FROM "company_counts" WHERE "company_id" = ANY(changed);
	INSERT INTO "company_counts" SELECT "id", "name", sum("jobs")
		FROM "companies" JOIN "job_counts" ON "company_id" = "id"
		WHERE "id" = ANY(changed) GROUP BY "id" HAVING sum("jobs") > 0;
	WITH "moved" AS (DELETE FROM "place_count_changes" RETURNING *)
	INSERT INTO "place_counts" SELECT "place", sum("jobs") FROM "moved" GROUP BY 1
		ON CONFLICT ("place") DO UPDATE SET "jobs" = "place_counts"."jobs" + excluded."jobs";
	WITH "moved" AS (DELETE FROM "area_count_changes" RETURNING *)
	INSERT INTO "area_counts" SELECT "area", sum("jobs") FROM "moved" GROUP BY 1
		ON CONFLICT ("area") DO UPDATE SET "jobs" = "area_counts"."jobs" + excluded."jobs";
	DELETE FROM "job_counts" WHERE "jobs" = 0;
	DELETE FROM "place_counts" WHERE "jobs" = 0;
	DELETE FROM "area_counts" WHERE "jobs" = 0;
END $$;
--> statement-breakpoint
CREATE FUNCTION "count_all_jobs"() RETURNS void LANGUAGE sql AS $$
	DELETE FROM "job_counts";
	DELETE FROM "job_count_changes";
	DELETE FROM "company_counts";
	DELETE FROM "place_counts";
	DELETE FROM "place_count_changes";
	DELETE FROM "area_counts";
	DELETE FROM "area_count_changes";
	INSERT INTO "job_counts" SELECT "company", "type", "salary", count(*), "salaries"
		FROM "job_search", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
		GROUP BY "company", "type", "salary", "salaries";
	INSERT INTO "company_counts" SELECT "id", "name", sum("jobs")
		FROM "companies" JOIN "job_counts" ON "company_id" = "id" GROUP BY "id";
	INSERT INTO "place_counts" SELECT "place", count(*)
		FROM "jobs", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	INSERT INTO "area_counts" SELECT substr("term", 2), count(*) FROM "job_search", unnest("terms") AS "term"
		WHERE starts_with("term", '^') GROUP BY 1;
$$;
--> statement-breakpoint
-- Marks a renamed company as changed, so that its name is copied again when the counts are compacted.
CREATE FUNCTION "note_renamed_company"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "job_count_changes" ("company_id", "type", "salary", "jobs") VALUES (NEW."id", 'Full-Time', '', 0);
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The row of a job in the search index. This is the one place that lists the columns of "job_search": a migration that
-- adds a column replaces this function, deletes all rows of "job_search" and calls index_all_jobs(0, 1), or makes the
-- facts of all jobs be read again. A job whose facts are not read yet has the pay that its own columns state in dollars.
CREATE FUNCTION "searchable"("job" "jobs") RETURNS "job_search" LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"row" "job_search";
	"facts" "job_facts";
BEGIN
	SELECT * INTO "facts" FROM "job_facts" WHERE "job_id" = "job"."id";
	"row"."job_id" := "job"."id";
	"row"."company_id" := "job"."company_id";
	"row"."type" := "job"."type";
	"row"."salary" := coalesce(nullif("facts"."salary", ''), "job"."salary");
	"row"."date" := "job"."date";
	"row"."salaries" := coalesce("facts"."salaries", 0);
	"row"."reach" := coalesce("facts"."reach",
		dollars_reached("job"."salary", "job"."pay_maximum", "job"."pay_currency", "job"."pay_unit"));
	"row"."middle" := coalesce("facts"."middle", "row"."reach");
	"row"."terms" := coalesce("facts"."terms", '{}');
	-- The texts of a job with outdated facts may have changed, so it has no group until they are read again.
	IF "facts"."reader" > 0 THEN
		"row"."group_id" := "facts"."group_id";
	END IF;
	"row"."heading" := search_heading("job") || array_to_tsvector("row"."terms");
	IF "facts"."salaries" IS NULL THEN
		"row"."heading" := "row"."heading" || array_to_tsvector(ARRAY[':' || "job"."salary"]);
	END IF;
	"row"."words" := "row"."heading" || search_body("job");
	RETURN "row";
END $$;
--> statement-breakpoint
-- Replaces what the search index has of these jobs' facts, without parsing their texts again.
CREATE FUNCTION "index_facts"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
	UPDATE "job_search" SET
		"salary" = coalesce(nullif("facts"."salary", ''), "jobs"."salary")::job_salary,
		"salaries" = "facts"."salaries",
		"reach" = "facts"."reach",
		"middle" = "facts"."middle",
		"group_id" = "facts"."group_id",
		"terms" = "facts"."terms",
		"heading" = ts_delete("heading", "job_search"."terms" || ARRAY[':' || "jobs"."salary"])
			|| array_to_tsvector("facts"."terms"),
		"words" = ts_delete("words", "job_search"."terms" || ARRAY[':' || "jobs"."salary"])
			|| array_to_tsvector("facts"."terms")
	FROM "job_facts" AS "facts" JOIN "jobs" ON "jobs"."id" = "facts"."job_id"
	WHERE "facts"."job_id" = "job_search"."job_id" AND "facts"."job_id" = ANY ("ids")
		AND (
			"facts"."terms", coalesce(nullif("facts"."salary", ''), "jobs"."salary"), "facts"."salaries", "facts"."reach",
			"facts"."middle", "facts"."group_id"
		) IS DISTINCT FROM
			("job_search"."terms", "job_search"."salary"::text, "job_search"."salaries", "job_search"."reach",
				"job_search"."middle", "job_search"."group_id")
$$;
--> statement-breakpoint
-- A text in which each word is as written and begins with `x0`, which distinguishes it from stems: letters and digits
-- without case and accents. Any other ASCII character separates words, and `fold_text` replaces other symbols by spaces.
CREATE FUNCTION "exact_text"("written" text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
	"marked" text := regexp_replace(
		' ' || search_text("written"), '[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+', ' x0', 'g'
	);
BEGIN
	RETURN CASE WHEN right("marked", 3) = ' x0' THEN left("marked", -3) ELSE "marked" END;
END $$;
--> statement-breakpoint
-- Each pair of adjacent words of a short text as a term. A term has at most 2,046 bytes.
CREATE FUNCTION "exact_pairs"("written" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN ARRAY(
		SELECT DISTINCT concat(left("word", 100), ' ', substr("next", 3, 100))
		FROM (SELECT string_to_array(ltrim(exact_text("written")), ' ')) AS "text"("words"),
			unnest("words", "words"[2:]) AS "pairs"("word", "next")
		WHERE "next" IS NOT NULL ORDER BY 1
	);
--> statement-breakpoint
-- What quoted and excluded words match, as written: `exact` in any text by positions, `pairs` in titles and locations
-- by terms; empty for a single word. `companies` have the words in their names, unless there are too many.
CREATE FUNCTION "resolve_exact_words"("texts" text[], "most" integer)
RETURNS TABLE ("exact" text, "pairs" text, "companies" uuid[]) LANGUAGE plpgsql STABLE AS $$
DECLARE
	"asked" text;
BEGIN
	FOREACH "asked" IN ARRAY "texts" LOOP
		"exact" := '';
		"pairs" := '';
		"companies" := '{}';
		IF exact_text("asked") = '' THEN
			RETURN NEXT;
			CONTINUE;
		END IF;
		"exact" := phraseto_tsquery('pg_catalog.simple', exact_text("asked"))::text;
		"pairs" := coalesce((
			SELECT string_agg(quote_literal("pair"), ' & ') FROM unnest(exact_pairs("asked")) AS "pair"
		), '');
		"companies" := ARRAY(
			SELECT "id" FROM "companies"
			WHERE name_words("name") @@ (
				phraseto_tsquery('pg_catalog.simple', search_text("asked"))
					|| phraseto_tsquery('pg_catalog.simple', replace(exact_text("asked"), ' x0', ' '))
			) AND to_tsvector('pg_catalog.simple', exact_text("name")) @@ "exact"::tsquery
			LIMIT "most" + 1
		);
		IF cardinality("companies") > "most" THEN
			"companies" := '{}';
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;
--> statement-breakpoint
-- The terms of a job's heading: the words of its title; the words of its title and location as written, each with `x0`,
-- and the pairs of them; `@` and each word of its location; `=` and its company, so that a renamed company is found at
-- once; `:` and its type; and the day and hour of its date. `@` alone stands for a remote job without a place. The salary
-- ranges are terms of its facts.
CREATE FUNCTION "search_heading"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"title" text := search_text("job"."title");
	"location" text := concat_ws('; ', "job"."location", "job"."more_places");
	"places" text[] := place_words("location");
BEGIN
	IF "job"."type" = 'Remote' AND "places" <@ ARRAY[
		'remote', 'anywhere', 'worldwide', 'global', 'globally', 'fully', '100', 'distributed', 'in', 'the', 'world'
	] THEN
		"places" := array_append("places", '');
	END IF;
	RETURN to_tsvector('pg_catalog.english', "title") || to_tsvector('pg_catalog.simple', "title")
		|| strip(to_tsvector('pg_catalog.simple', exact_text(concat_ws(' ; ', "job"."title", "location"))))
		|| array_to_tsvector(exact_pairs("job"."title") || exact_pairs("location")
			|| ARRAY(SELECT '@' || "place" FROM unnest("places") AS "place")
			|| ARRAY['=' || "job"."company_id", ':' || "job"."type",
				day_token("job"."date"), hour_token("job"."date")]);
END $$;
--> statement-breakpoint
-- The words of a job's location and description, and those of the description as written. The address behind a link is
-- left out, because nobody reads it.
CREATE FUNCTION "search_body"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"description" text := CASE WHEN strpos("job"."description", '](') = 0 THEN "job"."description"
		ELSE regexp_replace("job"."description", '\]\([^)]*\)', ']', 'g') END;
BEGIN
	RETURN to_tsvector('pg_catalog.english',
		search_text(concat_ws('; ', "job"."location", "job"."more_places")) || search_text("description")
	) || to_tsvector('pg_catalog.simple', exact_text("description"));
END $$;
--> statement-breakpoint
-- A role that is assigned makes or ends memberships: a company admin is a member of the company, and a person without a
-- role is a member of none.
CREATE FUNCTION "follow_role"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."company_id" IS NOT NULL THEN
		INSERT INTO "memberships" ("account_id", "company_id") VALUES (NEW."id", NEW."company_id")
			ON CONFLICT DO NOTHING;
	ELSIF NEW."role" = 'user' THEN
		DELETE FROM "memberships" WHERE "account_id" = NEW."id";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- A person with memberships acts for one of the companies. Site admins act for all companies, so nothing changes for them.
CREATE FUNCTION "follow_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	next uuid;
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE "accounts" SET "role" = 'companyadmin', "company_id" = NEW."company_id", "updated_at" = now()
			WHERE "id" = NEW."account_id" AND "role" = 'user';
	ELSE
		SELECT "company_id" INTO next FROM "memberships" WHERE "account_id" = OLD."account_id"
			ORDER BY "created_at", "id" LIMIT 1;
		UPDATE "accounts" SET "role" = CASE WHEN next IS NULL THEN 'user' ELSE 'companyadmin' END,
				"company_id" = next, "updated_at" = now()
			WHERE "id" = OLD."account_id" AND "company_id" = OLD."company_id";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Ends the open invitations of people who may no longer invite: a former owner, and a former site admin, who may still be
-- an owner of some companies. Otherwise, people who were removed could return by their own invitations.
CREATE FUNCTION "end_invitations_of_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "invitations" WHERE "invited_by" = OLD."account_id" AND "company_id" = OLD."company_id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "end_invitations_of_site_admin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "invitations" WHERE "invited_by" = NEW."id" AND NOT EXISTS (
		SELECT FROM "memberships" WHERE "account_id" = NEW."id"
			AND "memberships"."company_id" = "invitations"."company_id" AND "role" = 'owner'
	);
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Of an account, the trail records what the person may do. The reason of a block is a text about a person, which must
-- remain removable, so only its time is recorded.
CREATE FUNCTION "write_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kind text := TG_ARGV[0];
	before_row jsonb := to_jsonb(OLD);
	after_row jsonb := to_jsonb(NEW);
	thing text := coalesce(after_row, before_row) ->> 'id';
BEGIN
	IF kind = 'account' THEN
		before_row := permissions_of(before_row);
		after_row := permissions_of(after_row);
	END IF;
	INSERT INTO "audit_events" ("actor", "action", "kind", "thing_id", "before", "after") VALUES (
		coalesce(current_setting('board.actor', true), ''),
		CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
		kind, thing, before_row, after_row
	);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "permissions_of"("account" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT
	RETURN jsonb_build_object('role', "account" -> 'role', 'company_id', "account" -> 'company_id') ||
		CASE WHEN "account" ->> 'blocked_at' IS NULL THEN '{}'
			ELSE jsonb_build_object('blocked_at', "account" -> 'blocked_at') END;
--> statement-breakpoint
-- Adds the key of a new account, before the events of its role and its memberships: triggers run in the order of their names.
CREATE FUNCTION "add_actor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "actors" ("account_id") VALUES (NEW."id") ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Deletes the key of a deleted account at the end of the transaction, because the events of the deletion still name it.
CREATE FUNCTION "forget_actor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "actors" WHERE "account_id" = OLD."id"
		AND NOT EXISTS (SELECT FROM "accounts" WHERE "id" = OLD."id");
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The key of an account. An account that does not exist gets a key that nothing maps to it.
CREATE FUNCTION "actor_key"("account" text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT "key" FROM "actors" WHERE "account_id" = "account"), 'actor-' || gen_random_uuid())
$$;
--> statement-breakpoint
-- Replaces the account ids in new events by keys.
CREATE FUNCTION "use_actor_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	person text := coalesce(NEW."after", NEW."before") ->> 'account_id';
BEGIN
	IF NOT "is_program"(NEW."actor") THEN
		NEW."actor" := "actor_key"(NEW."actor");
	END IF;
	IF NEW."kind" = 'account' THEN
		NEW."thing_id" := "actor_key"(NEW."thing_id");
	ELSIF NEW."kind" IN ('membership', 'claim') AND person IS NOT NULL THEN
		person := "actor_key"(person);
		NEW."before" := NEW."before" || jsonb_build_object('account_id', person);
		NEW."after" := NEW."after" || jsonb_build_object('account_id', person);
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
-- Whether an actor is a program, and not an account.
CREATE FUNCTION "is_program"("actor" text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT "actor" IN ('', 'npm run account', 'npm run audit', 'npm run import', 'npm run board -- setup',
		'npm run board -- mail', 'npm run board -- company', 'npm run restore', 'demo data', 'last day', 'renewal link',
		'source', 'npm run board -- sources')
$$;
--> statement-breakpoint
-- Indexes inserted jobs and counts their places. If "board.indexing" is "deferred", the transaction indexes the jobs
-- itself, after it has stored their facts (facts/commands.ts). The triggers of "job_search" keep the other counts.
CREATE FUNCTION "index_inserted_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('board.indexing', true) IS DISTINCT FROM 'deferred' THEN
		INSERT INTO "job_search"
			SELECT "indexed".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "indexed"
			WHERE "added"."closed_at" IS NULL;
	END IF;
	INSERT INTO "place_count_changes"
		SELECT "place", count(*) FROM "added", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Marks the facts of the former values as outdated, whichever program has changed the job.
CREATE FUNCTION "index_updated_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "job_facts" SET "reader" = 0 FROM "added" JOIN "removed" USING ("id")
		WHERE "job_id" = "id" AND (
			"added"."company_id", "added"."title", "added"."type", "added"."location", "added"."more_places",
			"added"."addresses", "added"."workplace", "added"."employment", "added"."description", "added"."salary",
			"added"."pay_minimum", "added"."pay_maximum", "added"."pay_currency", "added"."pay_unit"
		) IS DISTINCT FROM (
			"removed"."company_id", "removed"."title", "removed"."type", "removed"."location", "removed"."more_places",
			"removed"."addresses", "removed"."workplace", "removed"."employment", "removed"."description", "removed"."salary",
			"removed"."pay_minimum", "removed"."pay_maximum", "removed"."pay_currency", "removed"."pay_unit"
		);
	DELETE FROM "job_search" USING "added" WHERE "job_search"."job_id" = "added"."id";
	IF current_setting('board.indexing', true) IS DISTINCT FROM 'deferred' THEN
		INSERT INTO "job_search"
			SELECT "indexed".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "indexed"
			WHERE "added"."closed_at" IS NULL;
	END IF;
	INSERT INTO "place_count_changes"
		SELECT "place", sum("change") FROM (
			SELECT "location", "more_places", 1 AS "change" FROM "added" WHERE "closed_at" IS NULL
			UNION ALL SELECT "location", "more_places", -1 FROM "removed" WHERE "closed_at" IS NULL
		) AS "changes", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		GROUP BY 1 HAVING sum("change") <> 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "companies"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('company');
--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "jobs"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('job');
--> statement-breakpoint
CREATE TRIGGER "audit_insert" AFTER INSERT ON "accounts"
	FOR EACH ROW WHEN (NEW."role" <> 'user') EXECUTE FUNCTION "write_audit_event"('account');
--> statement-breakpoint
CREATE TRIGGER "audit_update" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" <> NEW."role" OR OLD."company_id" IS DISTINCT FROM NEW."company_id")
	EXECUTE FUNCTION "write_audit_event"('account');
--> statement-breakpoint
CREATE TRIGGER "audit_delete" AFTER DELETE ON "accounts"
	FOR EACH ROW WHEN (OLD."role" <> 'user') EXECUTE FUNCTION "write_audit_event"('account');
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "companies"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "jobs"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "accounts"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
--> statement-breakpoint
CREATE TRIGGER "tell_inserted" AFTER INSERT ON "jobs" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_jobs"();
--> statement-breakpoint
CREATE TRIGGER "tell_updated" AFTER UPDATE ON "jobs" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_jobs"();
--> statement-breakpoint
CREATE TRIGGER "tell_deleted" AFTER DELETE ON "jobs" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_jobs"();
--> statement-breakpoint
CREATE TRIGGER "tell_inserted" AFTER INSERT ON "companies" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_companies"();
--> statement-breakpoint
CREATE TRIGGER "tell_updated" AFTER UPDATE ON "companies" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_companies"();
--> statement-breakpoint
CREATE TRIGGER "tell_deleted" AFTER DELETE ON "companies" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_companies"();
--> statement-breakpoint
CREATE TRIGGER "index_inserted" AFTER INSERT ON "jobs" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_inserted_jobs"();
--> statement-breakpoint
CREATE TRIGGER "index_updated" AFTER UPDATE ON "jobs" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_updated_jobs"();
--> statement-breakpoint
CREATE TRIGGER "index_deleted" AFTER DELETE ON "jobs" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_deleted_jobs"();
--> statement-breakpoint
CREATE TRIGGER "count_inserted" AFTER INSERT ON "job_search" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_areas"();
--> statement-breakpoint
CREATE TRIGGER "count_updated" AFTER UPDATE ON "job_search" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_areas"();
--> statement-breakpoint
CREATE TRIGGER "count_deleted" AFTER DELETE ON "job_search" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_areas"();
--> statement-breakpoint
CREATE TRIGGER "count_inserted_jobs" AFTER INSERT ON "job_search" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_jobs"();
--> statement-breakpoint
CREATE TRIGGER "count_updated_jobs" AFTER UPDATE ON "job_search" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_jobs"();
--> statement-breakpoint
CREATE TRIGGER "count_deleted_jobs" AFTER DELETE ON "job_search" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_jobs"();
--> statement-breakpoint
CREATE TRIGGER "note_renamed" AFTER UPDATE OF "name" ON "companies" FOR EACH ROW
	WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION "note_renamed_company"();
--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "memberships"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('membership');
--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "memberships"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();
--> statement-breakpoint
CREATE TRIGGER "membership_insert" AFTER INSERT ON "accounts"
	FOR EACH ROW WHEN (NEW."company_id" IS NOT NULL) EXECUTE FUNCTION "follow_role"();
--> statement-breakpoint
CREATE TRIGGER "membership_update" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" <> NEW."role" OR OLD."company_id" IS DISTINCT FROM NEW."company_id")
	EXECUTE FUNCTION "follow_role"();
--> statement-breakpoint
CREATE TRIGGER "role" AFTER INSERT OR DELETE ON "memberships"
	FOR EACH ROW EXECUTE FUNCTION "follow_membership"();
--> statement-breakpoint
CREATE TRIGGER "withdraw_delete" AFTER DELETE ON "memberships"
	FOR EACH ROW EXECUTE FUNCTION "end_invitations_of_member"();
--> statement-breakpoint
CREATE TRIGGER "withdraw_update" AFTER UPDATE ON "memberships" FOR EACH ROW
	WHEN (OLD."role" = 'owner' AND NEW."role" <> 'owner')
	EXECUTE FUNCTION "end_invitations_of_member"();
--> statement-breakpoint
-- Triggers run in the order of their names, so this one sees what "membership_update" has changed.
CREATE TRIGGER "withdraw_update" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" = 'siteadmin' AND NEW."role" <> 'siteadmin')
	EXECUTE FUNCTION "end_invitations_of_site_admin"();
--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR DELETE ON "company_merges"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('merge');
--> statement-breakpoint
CREATE TRIGGER "audit_block" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" = NEW."role" AND OLD."company_id" IS NOT DISTINCT FROM NEW."company_id"
		AND OLD."blocked_at" IS DISTINCT FROM NEW."blocked_at")
	EXECUTE FUNCTION "write_audit_event"('account');
--> statement-breakpoint
CREATE TRIGGER "actor_insert" AFTER INSERT ON "accounts"
	FOR EACH ROW EXECUTE FUNCTION "add_actor"();
--> statement-breakpoint
CREATE TRIGGER "actor_keys" BEFORE INSERT ON "audit_events"
	FOR EACH ROW EXECUTE FUNCTION "use_actor_keys"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "forget_actor" AFTER DELETE ON "accounts" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION "forget_actor"();
