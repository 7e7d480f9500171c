ALTER TABLE "job_facts" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "job_search" ADD COLUMN "group_id" uuid;--> statement-breakpoint
CREATE INDEX "job_search_by_group" ON "job_search" USING btree ("group_id","date","job_id") WHERE "job_search"."group_id" is not null;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- Replaces what the search index has of these jobs' facts, without parsing their texts again. Facts that the version
-- before has read have no pay.
CREATE OR REPLACE FUNCTION "index_facts"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
	UPDATE "job_search" SET
		"salary" = coalesce(nullif("facts"."salary", ''), "jobs"."salary")::job_salary,
		"salaries" = coalesce("facts"."salaries", "job_search"."salaries"),
		"reach" = coalesce("facts"."reach", "job_search"."reach"),
		"middle" = coalesce("facts"."middle", "job_search"."middle"),
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
$$;--> statement-breakpoint
-- Facts of the former values are outdated, also if the version before or another program has changed the job.
CREATE OR REPLACE FUNCTION "index_updated_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
