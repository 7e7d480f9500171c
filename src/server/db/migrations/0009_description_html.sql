CREATE TABLE "company_html" (
	"id" uuid PRIMARY KEY NOT NULL,
	"renderer" integer NOT NULL,
	"digest" text NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_html" (
	"id" uuid PRIMARY KEY NOT NULL,
	"renderer" integer NOT NULL,
	"digest" text NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company_html" ADD CONSTRAINT "company_html_id_companies_id_fk" FOREIGN KEY ("id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_html" ADD CONSTRAINT "job_html_id_jobs_id_fk" FOREIGN KEY ("id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_html_by_renderer" ON "company_html" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "job_html_by_renderer" ON "job_html" USING btree ("renderer");--> statement-breakpoint
-- As for jobs: packing texts of this size takes longer than all else about storing them.
ALTER TABLE "job_html" SET (toast_tuple_target = 8160);--> statement-breakpoint
ALTER TABLE "company_html" SET (toast_tuple_target = 8160);
