-- New names for tables and functions. The former ones stay for the version before, and go with the next release.
-- Written by many requests and worthless a minute later: not worth a log that survives a crash.
CREATE UNLOGGED TABLE "rate_limit_counts" (
	"client" text NOT NULL,
	"time_window" bigint NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "rate_limit_counts_client_time_window_pk" PRIMARY KEY("client","time_window")
);--> statement-breakpoint
CREATE TABLE "search_dictionary" (
	"word" text PRIMARY KEY NOT NULL,
	"jobs" integer NOT NULL
);--> statement-breakpoint
INSERT INTO "search_dictionary" SELECT "word", "jobs" FROM "search_words";--> statement-breakpoint
CREATE INDEX "search_dictionary_by_similarity" ON "search_dictionary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
-- Merges the stored changes into the counts. Only one process does so at a time; others return at once.
CREATE FUNCTION "compact_counts"() RETURNS void LANGUAGE plpgsql AS $$
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
	DELETE FROM "job_counts" WHERE "jobs" = 0;
	DELETE FROM "place_counts" WHERE "jobs" = 0;
END $$;--> statement-breakpoint
-- The terms of a job's heading: the words of its title; `@` and each word of its location; `=` and its company, so that a
-- renamed company is found at once; `:` and its type and salary; and the day and hour of its date. `@` alone stands for a
-- remote job without a place.
CREATE FUNCTION "search_heading"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"title" text := search_text("job"."title");
	"places" text[] := place_words(concat_ws('; ', "job"."location", "job"."more_places"));
BEGIN
	IF "job"."type" = 'Remote' AND "places" <@ ARRAY[
		'remote', 'anywhere', 'worldwide', 'global', 'globally', 'fully', '100', 'distributed', 'in', 'the', 'world'
	] THEN
		"places" := array_append("places", '');
	END IF;
	RETURN to_tsvector('pg_catalog.english', "title") || to_tsvector('pg_catalog.simple', "title")
		|| array_to_tsvector(ARRAY(SELECT '@' || "place" FROM unnest("places") AS "place")
			|| ARRAY['=' || "job"."company_id", ':' || "job"."type", ':' || "job"."salary",
				day_token("job"."date"), hour_token("job"."date")]);
END $$;--> statement-breakpoint
-- The words of a job's location and description. The address behind a link is left out, because nobody reads it.
CREATE FUNCTION "search_body"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"description" text := search_text("job"."description");
BEGIN
	RETURN to_tsvector('pg_catalog.english',
		search_text(concat_ws('; ', "job"."location", "job"."more_places"))
		|| CASE WHEN strpos("description", '](') = 0 THEN "description"
			ELSE regexp_replace("description", '\]\([^)]*\)', ']', 'g') END);
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
	"row"."heading" := search_heading("job");
	"row"."words" := "row"."heading" || search_body("job");
	RETURN "row";
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "index_updated_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "job_search" USING "added" WHERE "job_search"."job_id" = "added"."id";
	INSERT INTO "job_search"
		SELECT "indexed".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "indexed"
		WHERE "added"."closed_at" IS NULL;
	INSERT INTO "job_count_changes"
		SELECT "company", "type", "salary", sum("change") FROM (
			SELECT "company_id", "type", "salary", 1 AS "change" FROM "added" WHERE "closed_at" IS NULL
			UNION ALL SELECT "company_id", "type", "salary", -1 FROM "removed" WHERE "closed_at" IS NULL
		) AS "changes", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
		GROUP BY 1, 2, 3 HAVING sum("change") <> 0;
	INSERT INTO "place_count_changes"
		SELECT "place", sum("change") FROM (
			SELECT "location", "more_places", 1 AS "change" FROM "added" WHERE "closed_at" IS NULL
			UNION ALL SELECT "location", "more_places", -1 FROM "removed" WHERE "closed_at" IS NULL
		) AS "changes", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		GROUP BY 1 HAVING sum("change") <> 0;
	RETURN NULL;
END $$;
