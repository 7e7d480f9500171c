CREATE TABLE "search_suggestions" (
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"titles" text[] NOT NULL,
	"jobs" integer NOT NULL,
	CONSTRAINT "search_suggestions_kind_label_pk" PRIMARY KEY("kind","label")
);
--> statement-breakpoint
CREATE INDEX "search_suggestions_by_words" ON "search_suggestions" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_suggestions_by_jobs" ON "search_suggestions" USING btree ("kind","jobs");--> statement-breakpoint
CREATE INDEX "jobs_open_by_title" ON "jobs" USING btree ("title" collate "C") WHERE "jobs"."closed_at" is null;