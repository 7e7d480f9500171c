CREATE TABLE "job_facts" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"reader" integer NOT NULL,
	"digest" text NOT NULL,
	"places" jsonb NOT NULL,
	"workplace" text,
	"employment" text,
	"terms" text[] NOT NULL
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
ALTER TABLE "jobs" ADD COLUMN "addresses" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "workplace" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "employment" text;--> statement-breakpoint
ALTER TABLE "job_search" ADD COLUMN "terms" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_facts" ADD CONSTRAINT "job_facts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_facts_by_reader" ON "job_facts" USING btree ("reader");--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_workplace" CHECK ("jobs"."workplace" in ('on-site', 'hybrid', 'remote'));--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_employment" CHECK ("jobs"."employment" in ('full-time', 'part-time', 'contract', 'temporary', 'internship', 'volunteer'));--> statement-breakpoint
-- Merges the pending changes into the counts. Only one process does so at a time; others return at once.
CREATE OR REPLACE FUNCTION "compact_counts"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT pg_try_advisory_xact_lock(7206013) THEN
		RETURN;
	END IF;
	WITH "moved" AS (DELETE FROM "job_count_changes" RETURNING *)
	INSERT INTO "job_counts" SELECT "company_id", "type", "salary", sum("jobs") FROM "moved" GROUP BY 1, 2, 3
		ON CONFLICT ("company_id", "type", "salary") DO UPDATE SET "jobs" = "job_counts"."jobs" + excluded."jobs";
	WITH "moved" AS (DELETE FROM "place_count_changes" RETURNING *)
	INSERT INTO "place_counts" SELECT "place", sum("jobs") FROM "moved" GROUP BY 1
		ON CONFLICT ("place") DO UPDATE SET "jobs" = "place_counts"."jobs" + excluded."jobs";
	WITH "moved" AS (DELETE FROM "area_count_changes" RETURNING *)
	INSERT INTO "area_counts" SELECT "area", sum("jobs") FROM "moved" GROUP BY 1
		ON CONFLICT ("area") DO UPDATE SET "jobs" = "area_counts"."jobs" + excluded."jobs";
	DELETE FROM "job_counts" WHERE "jobs" = 0;
	DELETE FROM "place_counts" WHERE "jobs" = 0;
	DELETE FROM "area_counts" WHERE "jobs" = 0;
END $$;--> statement-breakpoint
-- The row of a job in the search index. This is the one place that lists the columns of "job_search": a migration that
-- adds a column replaces this function, deletes all rows of "job_search" and calls index_all_jobs(0, 1).
CREATE OR REPLACE FUNCTION "searchable"("job" "jobs") RETURNS "job_search" LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"row" "job_search";
BEGIN
	"row"."job_id" := "job"."id";
	"row"."company_id" := "job"."company_id";
	"row"."type" := "job"."type";
	"row"."salary" := "job"."salary";
	"row"."date" := "job"."date";
	"row"."reach" := dollars_reached("job"."salary", "job"."pay_maximum", "job"."pay_currency", "job"."pay_unit");
	"row"."terms" := coalesce((SELECT "terms" FROM "job_facts" WHERE "job_id" = "job"."id"), '{}');
	"row"."heading" := search_heading("job") || array_to_tsvector("row"."terms");
	"row"."words" := "row"."heading" || search_body("job");
	RETURN "row";
END $$;--> statement-breakpoint
-- Replaces the terms of these jobs' facts in the search index, without parsing their texts again.
CREATE FUNCTION "index_facts"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
	UPDATE "job_search" SET
		"terms" = "facts"."terms",
		"heading" = ts_delete("heading", "job_search"."terms") || array_to_tsvector("facts"."terms"),
		"words" = ts_delete("words", "job_search"."terms") || array_to_tsvector("facts"."terms")
	FROM "job_facts" AS "facts"
	WHERE "facts"."job_id" = "job_search"."job_id" AND "facts"."job_id" = ANY ("ids")
		AND "facts"."terms" <> "job_search"."terms"
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER "count_inserted" AFTER INSERT ON "job_search" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_areas"();--> statement-breakpoint
CREATE TRIGGER "count_updated" AFTER UPDATE ON "job_search" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_areas"();--> statement-breakpoint
CREATE TRIGGER "count_deleted" AFTER DELETE ON "job_search" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_areas"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_all_jobs"() RETURNS void LANGUAGE sql AS $$
	DELETE FROM "job_counts";
	DELETE FROM "job_count_changes";
	DELETE FROM "place_counts";
	DELETE FROM "place_count_changes";
	DELETE FROM "area_counts";
	DELETE FROM "area_count_changes";
	INSERT INTO "job_counts" SELECT "company", "type", "salary", count(*)
		FROM "jobs", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
		WHERE "closed_at" IS NULL GROUP BY 1, 2, 3;
	INSERT INTO "place_counts" SELECT "place", count(*)
		FROM "jobs", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	INSERT INTO "area_counts" SELECT substr("term", 2), count(*) FROM "job_search", unnest("terms") AS "term"
		WHERE starts_with("term", '^') GROUP BY 1;
$$;
