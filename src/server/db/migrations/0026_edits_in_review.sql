ALTER TABLE "job_drafts" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "job_drafts" ADD CONSTRAINT "job_drafts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_drafts_by_job" ON "job_drafts" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "jobs_by_description" ON "jobs" USING btree ((case when length("description") >= 300 then md5(regexp_replace(lower(left("description", 1000)), '[^[:alnum:]]+', '', 'g')) end));--> statement-breakpoint
ALTER TABLE "job_drafts" ADD CONSTRAINT "job_drafts_edit" CHECK ("job_drafts"."job_id" is null or "job_drafts"."job_id" = "job_drafts"."id");