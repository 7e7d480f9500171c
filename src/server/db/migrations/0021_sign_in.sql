CREATE TABLE "identity_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"interaction" text NOT NULL,
	"email" text NOT NULL,
	"network" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_links" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"verified_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_links_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity_links" ADD CONSTRAINT "identity_links_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_codes_open" ON "identity_codes" USING btree ("interaction") WHERE "identity_codes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "identity_codes_by_email" ON "identity_codes" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "identity_codes_by_network" ON "identity_codes" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "identity_codes_by_creation" ON "identity_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "identity_links_by_user" ON "identity_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_links_by_verified_email" ON "identity_links" USING btree ("verified_email");--> statement-breakpoint
CREATE INDEX "identity_sessions_by_user" ON "identity_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "accounts_of_site_admins" ON "accounts" USING btree ("id") WHERE "accounts"."role" = 'siteadmin';