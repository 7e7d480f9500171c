CREATE TABLE "categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"words" text[] DEFAULT '{}' NOT NULL,
	"skills" text[] DEFAULT '{}' NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "categories_slug" CHECK ("categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("categories"."slug") <= 60),
	CONSTRAINT "categories_name" CHECK (length("categories"."name") between 1 and 60),
	CONSTRAINT "categories_description" CHECK (length("categories"."description") <= 200),
	CONSTRAINT "categories_words" CHECK (cardinality("categories"."words") <= 20),
	CONSTRAINT "categories_skills" CHECK (cardinality("categories"."skills") <= 20)
);
--> statement-breakpoint
CREATE TABLE "job_categories" (
	"job_id" uuid NOT NULL,
	"category" text NOT NULL,
	"belongs" boolean NOT NULL,
	CONSTRAINT "job_categories_job_id_category_pk" PRIMARY KEY("job_id","category")
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "job_categories" ADD CONSTRAINT "job_categories_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_categories" ADD CONSTRAINT "job_categories_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "job_categories_by_category" ON "job_categories" USING btree ("category");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail', 'draft', 'report', 'claim', 'merge', 'source', 'rename', 'settings', 'page', 'category')) NOT VALID;
--> statement-breakpoint
-- The terms of the categories of a job that people have corrected: `[` with each category that the job was put into, and `]`
-- with each that it was taken out of.
CREATE FUNCTION "category_terms"("job" uuid) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
	RETURN ARRAY(
		SELECT CASE WHEN "belongs" THEN '[' ELSE ']' END || "category" FROM "job_categories" WHERE "job_id" = "job"
	);
--> statement-breakpoint
-- The row of a job in the search index. This is the one place that lists the columns of "job_search": a migration that
-- adds a column replaces this function, deletes all rows of "job_search" and calls index_all_jobs(0, 1), or makes the
-- facts of all jobs be read again. A job whose facts are not read yet has the pay that its own columns state in dollars.
CREATE OR REPLACE FUNCTION "searchable"("job" "jobs") RETURNS "job_search" LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	"row" "job_search";
	"facts" "job_facts";
	"text" text := search_text(searched_description("job"."description"));
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
	-- The texts of a job with outdated facts may have changed, so it has no group until they are read again.
	IF "facts"."reader" > 0 THEN
		"row"."group_id" := "facts"."group_id";
	END IF;
	"row"."heading" := search_heading("job") || array_to_tsvector(coalesce("facts"."terms", '{}'))
		|| array_to_tsvector(category_terms("job"."id"));
	IF "facts"."salaries" IS NULL THEN
		"row"."heading" := "row"."heading" || array_to_tsvector(ARRAY[':' || "job"."salary"]);
	END IF;
	"row"."body" := heading_marks("row"."heading") || strip(to_tsvector('pg_catalog.english',
		search_text(concat_ws('; ', "job"."location", "job"."more_places")) || "text"));
	"row"."exact" := exact_words("text");
	RETURN "row";
END $$;
--> statement-breakpoint
-- Replaces what the search index has of these jobs' facts, without parsing their descriptions again.
CREATE OR REPLACE FUNCTION "index_facts"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
	UPDATE "job_search" SET
		"salary" = "row"."salary",
		"salaries" = "row"."salaries",
		"reach" = "row"."reach",
		"middle" = "row"."middle",
		"group_id" = "row"."group_id",
		"heading" = "row"."heading"
	FROM (
		SELECT "jobs"."id", coalesce(nullif("facts"."salary", ''), "jobs"."salary")::job_salary AS "salary",
			"facts"."salaries", "facts"."reach", "facts"."middle", "facts"."group_id",
			search_heading("jobs") || array_to_tsvector("facts"."terms" || category_terms("jobs"."id")) AS "heading"
		FROM "job_facts" AS "facts" JOIN "jobs" ON "jobs"."id" = "facts"."job_id"
		WHERE "facts"."job_id" = ANY ("ids")
	) AS "row"
	WHERE "row"."id" = "job_search"."job_id" AND (
		"row"."salary", "row"."salaries", "row"."reach", "row"."middle", "row"."group_id", "row"."heading"
	) IS DISTINCT FROM (
		"job_search"."salary", "job_search"."salaries", "job_search"."reach", "job_search"."middle",
		"job_search"."group_id", "job_search"."heading"
	)
$$;
--> statement-breakpoint
-- Replaces the terms of corrected categories in the search index, without parsing the texts of the jobs again.
CREATE FUNCTION "index_job_categories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"ids" uuid[];
BEGIN
	IF TG_OP = 'DELETE' THEN
		"ids" := ARRAY(SELECT DISTINCT "job_id" FROM "removed");
	ELSE
		"ids" := ARRAY(SELECT DISTINCT "job_id" FROM "added");
	END IF;
	IF cardinality("ids") = 0 THEN
		RETURN NULL;
	END IF;
	UPDATE "job_search" SET "heading" = ts_delete("heading", ARRAY(
			SELECT "term" FROM unnest(tsvector_to_array("heading")) AS "term" WHERE "term" ~ '^[][]'
		)) || array_to_tsvector(category_terms("job_id"))
		WHERE "job_id" = ANY ("ids");
	PERFORM pg_notify('board_changes', 'jobs');
	IF cardinality("ids") > 100 THEN
		PERFORM pg_notify('board_changes', 'job:*');
	ELSE
		PERFORM pg_notify('board_changes', 'job:' || "id") FROM unnest("ids") AS "id";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "index_inserted" AFTER INSERT ON "job_categories" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_job_categories"();
--> statement-breakpoint
CREATE TRIGGER "index_updated" AFTER UPDATE ON "job_categories" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_job_categories"();
--> statement-breakpoint
CREATE TRIGGER "index_deleted" AFTER DELETE ON "job_categories" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "index_job_categories"();
--> statement-breakpoint
-- Tells all servers that categories have changed (src/server/modules/categories/queries.ts).
CREATE FUNCTION "tell_changed_categories"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('board_changes', 'categories');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_changed" AFTER INSERT OR UPDATE OR DELETE ON "categories"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_categories"();
