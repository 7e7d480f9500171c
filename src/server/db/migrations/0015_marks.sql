CREATE TABLE "hidden_companies" (
	"account_id" text NOT NULL,
	"company_id" uuid NOT NULL,
	"hidden_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_companies_account_id_company_id_pk" PRIMARY KEY("account_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "job_marks" (
	"account_id" text NOT NULL,
	"job_id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_marks_account_id_job_id_pk" PRIMARY KEY("account_id","job_id"),
	CONSTRAINT "job_marks_note" CHECK (length("job_marks"."note") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "hidden_companies" ADD CONSTRAINT "hidden_companies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_companies" ADD CONSTRAINT "hidden_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_marks" ADD CONSTRAINT "job_marks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hidden_companies_by_company" ON "hidden_companies" USING btree ("company_id");