ALTER TABLE "jobs" DROP CONSTRAINT "jobs_pay";--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "open_pay" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_pay" CHECK (num_nulls("jobs"."pay_currency", "jobs"."pay_unit", coalesce("jobs"."pay_maximum", "jobs"."pay_minimum")) in (0, 3)
        and "jobs"."pay_minimum" between 0 and coalesce("jobs"."pay_maximum", 'Infinity')
        and "jobs"."pay_minimum" < 'Infinity'
        and "jobs"."pay_maximum" >= 0 and "jobs"."pay_maximum" < 'Infinity'
        and "jobs"."pay_currency" ~ '^[A-Z]{3}$'
        and "jobs"."pay_unit" in ('year', 'month', 'week', 'day', 'hour'));--> statement-breakpoint
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
	"row"."middle" := coalesce("facts"."middle", dollars_reached("job"."salary",
		coalesce("job"."pay_maximum", "job"."pay_minimum"), "job"."pay_currency", "job"."pay_unit"));
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
