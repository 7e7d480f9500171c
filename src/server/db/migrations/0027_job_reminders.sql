CREATE TABLE "job_reminders" (
	"job_id" uuid NOT NULL,
	"validthrough" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_reminders_validthrough_job_id_pk" PRIMARY KEY("validthrough","job_id")
);
