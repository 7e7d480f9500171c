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
	CONSTRAINT "sources_once" UNIQUE("system","tenant"),
	CONSTRAINT "sources_tenant" CHECK (length("sources"."tenant") between 1 and 2048),
	CONSTRAINT "sources_state" CHECK ("sources"."state" in ('active', 'paused', 'proposed', 'asking')),
	CONSTRAINT "sources_paused_by" CHECK (("sources"."paused_by" is not null) = ("sources"."state" = 'paused') and "sources"."paused_by" in ('person', 'undone', 'restored', 'failing')),
	CONSTRAINT "sources_interval" CHECK ("sources"."interval_minutes" between 60 and 10080)
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_action";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "job_merges" ALTER COLUMN "merge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "source_jobs" ADD CONSTRAINT "source_jobs_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_previews" ADD CONSTRAINT "source_previews_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_jobs_by_job" ON "source_jobs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "source_previews_by_age" ON "source_previews" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "source_previews_waiting" ON "source_previews" USING btree ("created_at") WHERE "source_previews"."result" is null;--> statement-breakpoint
CREATE INDEX "source_runs_by_source" ON "source_runs" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "source_runs_by_age" ON "source_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "sources_by_company" ON "sources" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "sources_by_due_time" ON "sources" USING btree ("next_run_at") WHERE "sources"."state" in ('active', 'asking');--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_action" CHECK ("audit_events"."action" in ('create', 'update', 'delete', 'unlock'));--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim', 'merge', 'source'));--> statement-breakpoint
-- Adds the runs of sources to the programs that make changes.
CREATE OR REPLACE FUNCTION "is_program"("actor" text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT "actor" IN ('', 'npm run account', 'npm run audit', 'npm run import', 'npm run board -- setup',
		'npm run board -- mail', 'npm run board -- company', 'npm run restore', 'demo data', 'last day', 'renewal link',
		'source', 'npm run board -- sources')
$$;
