CREATE SEQUENCE "public"."alert_change_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "alert_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"account_id" text,
	"time_zone" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"useful_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	CONSTRAINT "alert_addresses_pause" CHECK (("alert_addresses"."paused_at" is null) = ("alert_addresses"."pause_reason" is null) and "alert_addresses"."pause_reason" in ('person', 'unanswered', 'undeliverable'))
);
--> statement-breakpoint
CREATE TABLE "alert_changes" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"number" bigint DEFAULT nextval('alert_change_number') NOT NULL,
	"before" "job_search",
	"description" text
);
--> statement-breakpoint
CREATE TABLE "alert_matches" (
	"search_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"matched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_matches_search_id_job_id_pk" PRIMARY KEY("search_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "alert_run" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"jobs" uuid[] NOT NULL,
	"numbers" bigint[] NOT NULL,
	"after" uuid,
	"searches" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_run_single" CHECK ("alert_run"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "alert_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"query" text NOT NULL,
	"necessary" jsonb NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_sent_jobs" (
	"address_id" uuid NOT NULL,
	"job_key" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_sent_jobs_address_id_job_key_pk" PRIMARY KEY("address_id","job_key")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address_id" uuid NOT NULL,
	"search_id" uuid NOT NULL,
	"frequency" text NOT NULL,
	"typed" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_frequency" CHECK ("alerts"."frequency" in ('immediate', 'daily', 'weekly', 'never'))
);
--> statement-breakpoint
ALTER TABLE "alert_addresses" ADD CONSTRAINT "alert_addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_matches" ADD CONSTRAINT "alert_matches_search_id_alert_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."alert_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_sent_jobs" ADD CONSTRAINT "alert_sent_jobs_address_id_alert_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."alert_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_address_id_alert_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."alert_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_search_id_alert_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."alert_searches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_addresses_once" ON "alert_addresses" USING btree (lower("address"));--> statement-breakpoint
CREATE UNIQUE INDEX "alert_addresses_by_account" ON "alert_addresses" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alert_addresses_by_use" ON "alert_addresses" USING btree ("useful_at") WHERE "alert_addresses"."paused_at" is null;--> statement-breakpoint
CREATE INDEX "alert_matches_by_time" ON "alert_matches" USING btree ("search_id","matched_at");--> statement-breakpoint
CREATE INDEX "alert_matches_old" ON "alert_matches" USING btree ("matched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_searches_once" ON "alert_searches" USING btree (md5("query"));--> statement-breakpoint
CREATE INDEX "alert_sent_jobs_old" ON "alert_sent_jobs" USING btree ("sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_once" ON "alerts" USING btree ("address_id","search_id");--> statement-breakpoint
CREATE INDEX "alerts_by_search" ON "alerts" USING btree ("search_id");--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("due_at") WHERE "alerts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "alerts_unconfirmed" ON "alerts" USING btree ("created_at") WHERE "alerts"."confirmed_at" is null;--> statement-breakpoint
ALTER SEQUENCE "alert_change_number" OWNED BY "alert_changes"."number";
--> statement-breakpoint
-- Records which rows of the search index change, for alerts. While no alert is confirmed, nothing is recorded. The first
-- recorded row of a job is the one that was matched last, so later changes keep it. A transaction that changes how jobs are
-- read, instead of the jobs, sets `board.alerts` to `off`.
CREATE FUNCTION "record_index_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('board.alerts', true) IS NOT DISTINCT FROM 'off'
		OR NOT EXISTS (SELECT FROM "alerts" WHERE "confirmed_at" IS NOT NULL) THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "alert_changes" ("job_id") SELECT "job_id" FROM "added" ORDER BY 1
			ON CONFLICT ("job_id") DO UPDATE SET "number" = excluded."number";
	ELSE
		INSERT INTO "alert_changes" ("job_id", "before") SELECT "job_id", ROW("removed".*)::"job_search" FROM "removed" ORDER BY 1
			ON CONFLICT ("job_id") DO UPDATE SET "number" = excluded."number";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "record_inserted" AFTER INSERT ON "job_search" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "record_index_changes"();
--> statement-breakpoint
CREATE TRIGGER "record_updated" AFTER UPDATE ON "job_search" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "record_index_changes"();
--> statement-breakpoint
CREATE TRIGGER "record_deleted" AFTER DELETE ON "job_search" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "record_index_changes"();
--> statement-breakpoint
-- Records the former description of a job whose change is recorded, because phrases are searched in the description. The
-- trigger's name comes after "index_updated", which records the change.
CREATE FUNCTION "record_former_descriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "alert_changes" SET "description" = "removed"."description"
		FROM "removed" JOIN "added" USING ("id")
		WHERE "alert_changes"."job_id" = "id" AND "alert_changes"."before" IS NOT NULL
			AND "alert_changes"."description" IS NULL
			AND "removed"."description" IS DISTINCT FROM "added"."description";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "record_former_descriptions" AFTER UPDATE ON "jobs"
	REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "record_former_descriptions"();
