CREATE TABLE "exchange_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"per_euro" double precision NOT NULL,
	"date" date NOT NULL
);
--> statement-breakpoint
DROP INDEX "job_facts_by_reader";--> statement-breakpoint
DROP INDEX "job_search_by_salary";--> statement-breakpoint
DROP INDEX "job_search_by_type_and_salary";--> statement-breakpoint
DROP INDEX "job_search_by_company_and_salary";--> statement-breakpoint
ALTER TABLE "job_counts" DROP CONSTRAINT "job_counts_company_id_type_salary_pk";--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "rates_date" date;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "salary" text;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "salaries" integer;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "reach" integer;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "middle" integer;--> statement-breakpoint
ALTER TABLE "job_count_changes" ADD COLUMN "salaries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_counts" ADD COLUMN "salaries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_counts" ADD CONSTRAINT "job_counts_company_id_type_salary_salaries_pk" PRIMARY KEY("company_id","type","salary","salaries");--> statement-breakpoint
ALTER TABLE "job_search" ADD COLUMN "salaries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_search" ADD COLUMN "middle" integer DEFAULT -1 NOT NULL;--> statement-breakpoint
CREATE INDEX "job_search_by_middle" ON "job_search" USING btree ("middle","date","job_id");--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_0" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = 'Under $50K' or "job_search"."salaries" & 1 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_1" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$50K - $60K' or "job_search"."salaries" & 2 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_2" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$60K - $70K' or "job_search"."salaries" & 4 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_3" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$70K - $80K' or "job_search"."salaries" & 8 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_4" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$80K - $90K' or "job_search"."salaries" & 16 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_5" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$90K - $100K' or "job_search"."salaries" & 32 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_6" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$100K - $125K' or "job_search"."salaries" & 64 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_7" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$125K - $150K' or "job_search"."salaries" & 128 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_8" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$150K - $175K' or "job_search"."salaries" & 256 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_9" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$175K - $200K' or "job_search"."salaries" & 512 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_10" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = '$200K-$300K' or "job_search"."salaries" & 1024 <> 0);--> statement-breakpoint
CREATE INDEX "job_search_by_middle_in_range_11" ON "job_search" USING btree ("middle","date","job_id") WHERE ("job_search"."salary" = 'Over $300K' or "job_search"."salaries" & 2048 <> 0);--> statement-breakpoint
-- The terms of a job's heading: the words of its title; `@` and each word of its location; `=` and its company, so that a
-- renamed company is found at once; `:` and its type; and the day and hour of its date. `@` alone stands for a remote job
-- without a place. The salary ranges are terms of its facts.
CREATE OR REPLACE FUNCTION "search_heading"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
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
			|| ARRAY['=' || "job"."company_id", ':' || "job"."type",
				day_token("job"."date"), hour_token("job"."date")]);
END $$;--> statement-breakpoint
-- The row of a job in the search index. This is the one place that lists the columns of "job_search": a migration that
-- adds a column replaces this function, deletes all rows of "job_search" and calls index_all_jobs(0, 1), or makes the
-- facts of all jobs be read again. A job whose facts are not read yet has the pay that its own columns state in dollars.
CREATE OR REPLACE FUNCTION "searchable"("job" "jobs") RETURNS "job_search" LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
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
	"row"."heading" := search_heading("job") || array_to_tsvector("row"."terms");
	IF "facts"."salaries" IS NULL THEN
		"row"."heading" := "row"."heading" || array_to_tsvector(ARRAY[':' || "job"."salary"]);
	END IF;
	"row"."words" := "row"."heading" || search_body("job");
	RETURN "row";
END $$;--> statement-breakpoint
-- Replaces what the search index has of these jobs' facts, without parsing their texts again. Facts that the version
-- before has read have no pay.
CREATE OR REPLACE FUNCTION "index_facts"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
	UPDATE "job_search" SET
		"salary" = coalesce(nullif("facts"."salary", ''), "jobs"."salary")::job_salary,
		"salaries" = coalesce("facts"."salaries", "job_search"."salaries"),
		"reach" = coalesce("facts"."reach", "job_search"."reach"),
		"middle" = coalesce("facts"."middle", "job_search"."middle"),
		"terms" = "facts"."terms",
		"heading" = ts_delete("heading", "job_search"."terms" || ARRAY[':' || "jobs"."salary"])
			|| array_to_tsvector("facts"."terms"),
		"words" = ts_delete("words", "job_search"."terms" || ARRAY[':' || "jobs"."salary"])
			|| array_to_tsvector("facts"."terms")
	FROM "job_facts" AS "facts" JOIN "jobs" ON "jobs"."id" = "facts"."job_id"
	WHERE "facts"."job_id" = "job_search"."job_id" AND "facts"."job_id" = ANY ("ids")
		AND (
			"facts"."terms", coalesce(nullif("facts"."salary", ''), "jobs"."salary"), "facts"."salaries", "facts"."reach",
			"facts"."middle"
		) IS DISTINCT FROM
			("job_search"."terms", "job_search"."salary"::text, "job_search"."salaries", "job_search"."reach",
				"job_search"."middle")
$$;--> statement-breakpoint
-- Indexes inserted jobs and counts their places. The triggers of "job_search" keep the other counts.
CREATE OR REPLACE FUNCTION "index_inserted_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- An importer of many jobs adds them to the search itself, with several processes (search/index-jobs.ts).
	IF current_setting('board.indexed_later', true) IS DISTINCT FROM 'on' THEN
		INSERT INTO "job_search"
			SELECT "indexed".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "indexed"
			WHERE "added"."closed_at" IS NULL;
	END IF;
	INSERT INTO "place_count_changes"
		SELECT "place", count(*) FROM "added", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Facts of the former values are outdated, also if the version before or another program has changed the job.
CREATE OR REPLACE FUNCTION "index_updated_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "job_facts" SET "reader" = 0 FROM "added" JOIN "removed" USING ("id")
		WHERE "job_id" = "id" AND (
			"added"."title", "added"."type", "added"."location", "added"."more_places", "added"."addresses",
			"added"."workplace", "added"."employment", "added"."description", "added"."salary",
			"added"."pay_minimum", "added"."pay_maximum", "added"."pay_currency", "added"."pay_unit"
		) IS DISTINCT FROM (
			"removed"."title", "removed"."type", "removed"."location", "removed"."more_places", "removed"."addresses",
			"removed"."workplace", "removed"."employment", "removed"."description", "removed"."salary",
			"removed"."pay_minimum", "removed"."pay_maximum", "removed"."pay_currency", "removed"."pay_unit"
		);
	DELETE FROM "job_search" USING "added" WHERE "job_search"."job_id" = "added"."id";
	INSERT INTO "job_search"
		SELECT "indexed".* FROM "added" JOIN "jobs" USING ("id"), searchable("jobs") AS "indexed"
		WHERE "added"."closed_at" IS NULL;
	INSERT INTO "place_count_changes"
		SELECT "place", sum("change") FROM (
			SELECT "location", "more_places", 1 AS "change" FROM "added" WHERE "closed_at" IS NULL
			UNION ALL SELECT "location", "more_places", -1 FROM "removed" WHERE "closed_at" IS NULL
		) AS "changes", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		GROUP BY 1 HAVING sum("change") <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "index_deleted_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "job_search" USING "removed" WHERE "job_search"."job_id" = "removed"."id";
	INSERT INTO "place_count_changes"
		SELECT "place", -count(*) FROM "removed", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	RETURN NULL;
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER "count_inserted_jobs" AFTER INSERT ON "job_search" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_jobs"();--> statement-breakpoint
CREATE TRIGGER "count_updated_jobs" AFTER UPDATE ON "job_search" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_jobs"();--> statement-breakpoint
CREATE TRIGGER "count_deleted_jobs" AFTER DELETE ON "job_search" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_indexed_jobs"();--> statement-breakpoint
-- Merges the pending changes into the counts. Only one process does so at a time; others return at once.
CREATE OR REPLACE FUNCTION "compact_counts"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT pg_try_advisory_xact_lock(7206013) THEN
		RETURN;
	END IF;
	WITH "moved" AS (DELETE FROM "job_count_changes" RETURNING *)
	INSERT INTO "job_counts"
		SELECT "company_id", "type", "salary", sum("jobs"), "salaries" FROM "moved" GROUP BY 1, 2, 3, 5
		ON CONFLICT ("company_id", "type", "salary", "salaries")
			DO UPDATE SET "jobs" = "job_counts"."jobs" + excluded."jobs";
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
-- The former name, which the version before calls.
CREATE OR REPLACE FUNCTION "settle_counts"() RETURNS void LANGUAGE sql AS 'SELECT compact_counts()';--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_all_jobs"() RETURNS void LANGUAGE sql AS $$
	DELETE FROM "job_counts";
	DELETE FROM "job_count_changes";
	DELETE FROM "place_counts";
	DELETE FROM "place_count_changes";
	DELETE FROM "area_counts";
	DELETE FROM "area_count_changes";
	INSERT INTO "job_counts" SELECT "company", "type", "salary", count(*), "salaries"
		FROM "job_search", unnest(ARRAY["company_id", '00000000-0000-0000-0000-000000000000']) AS "company"
		GROUP BY "company", "type", "salary", "salaries";
	INSERT INTO "place_counts" SELECT "place", count(*)
		FROM "jobs", places_of(concat_ws('; ', "location", "more_places")) AS "place"
		WHERE "closed_at" IS NULL GROUP BY 1;
	INSERT INTO "area_counts" SELECT substr("term", 2), count(*) FROM "job_search", unnest("terms") AS "term"
		WHERE starts_with("term", '^') GROUP BY 1;
$$;
