ALTER TABLE "job_facts" ADD COLUMN "eligibility" jsonb;--> statement-breakpoint
ALTER TABLE "job_facts" ADD COLUMN "pay" jsonb;