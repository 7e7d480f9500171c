DROP INDEX "job_search_by_id_end";
--> statement-breakpoint
-- The words of a heading with `!` before each, without positions. A word is a term that begins with a letter or a digit;
-- other terms mean the same in headings and descriptions. A term has at most 2,046 bytes.
CREATE FUNCTION "heading_marks"("heading" tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN array_to_tsvector(ARRAY(
		SELECT '!' || "term" FROM unnest(tsvector_to_array("heading")) AS "term"
		WHERE "term" ~ '^[[:alnum:]]' AND octet_length("term") < 2000
	));
--> statement-breakpoint
-- The terms of a job's heading: the words of its title; the words of its title and location as written, each with `x0`,
-- and the pairs of them; `@` and each word of its location; `=` and its company, so that a renamed company is found at
-- once; `:` and its type; and the day and hour of its date. The salary ranges are terms of its facts.
CREATE OR REPLACE FUNCTION "search_heading"("job" "jobs") RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"title" text := search_text("job"."title");
	"location" text := concat_ws('; ', "job"."location", "job"."more_places");
BEGIN
	RETURN to_tsvector('pg_catalog.english', "title") || to_tsvector('pg_catalog.simple', "title")
		|| strip(to_tsvector('pg_catalog.simple', exact_text(concat_ws(' ; ', "job"."title", "location"))))
		|| array_to_tsvector(exact_pairs("job"."title") || exact_pairs("location")
			|| ARRAY(SELECT '@' || "place" FROM unnest(place_words("location")) AS "place")
			|| ARRAY['=' || "job"."company_id", ':' || "job"."type",
				day_token("job"."date"), hour_token("job"."date")]);
END $$;
--> statement-breakpoint
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
	"row"."words" := "row"."heading" || heading_marks("row"."heading") || search_body("job");
	RETURN "row";
END $$;
--> statement-breakpoint
-- Replaces what the search index has of these jobs' facts, without parsing their texts again. It also adds the marked words
-- of headings to jobs that were indexed before this migration, when their facts are read again.
CREATE OR REPLACE FUNCTION "index_facts"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
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
			|| heading_marks("heading") || array_to_tsvector("facts"."terms")
	FROM "job_facts" AS "facts" JOIN "jobs" ON "jobs"."id" = "facts"."job_id"
	WHERE "facts"."job_id" = "job_search"."job_id" AND "facts"."job_id" = ANY ("ids")
		AND (
			"facts"."terms", coalesce(nullif("facts"."salary", ''), "jobs"."salary"), "facts"."salaries", "facts"."reach",
			"facts"."middle", "facts"."group_id", "job_search"."words"
		) IS DISTINCT FROM
			("job_search"."terms", "job_search"."salary"::text, "job_search"."salaries", "job_search"."reach",
				"job_search"."middle", "job_search"."group_id",
				"job_search"."words" || heading_marks("job_search"."heading"))
$$;
--> statement-breakpoint
-- The letters and digits of a company's name, by which a search finds the company however its words are joined.
CREATE FUNCTION "name_letters"("name" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN left(regexp_replace(replace(replace(fold_text("name"), '&', 'and'), 'ß', 'ss'), '[^[:alnum:]]+', '', 'g'), 100);
--> statement-breakpoint
CREATE INDEX "companies_by_letters" ON "companies" USING btree (name_letters("name"));
