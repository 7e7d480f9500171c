ALTER TABLE "job_facts" ADD COLUMN "level" text;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "visa" boolean DEFAULT false NOT NULL;