CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"company_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_id" CHECK (length("accounts"."id") between 1 and 255),
	CONSTRAINT "accounts_name" CHECK (length("accounts"."name") <= 200),
	CONSTRAINT "accounts_email" CHECK (length("accounts"."email") <= 254),
	CONSTRAINT "accounts_bio" CHECK (length("accounts"."bio") <= 2000),
	CONSTRAINT "accounts_role" CHECK ("accounts"."role" in ('user', 'companyadmin', 'siteadmin')),
	CONSTRAINT "accounts_company" CHECK (("accounts"."role" = 'companyadmin') = ("accounts"."company_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"private_key" jsonb NOT NULL,
	"cookie_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_state" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payload" json NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "identity_state_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_by_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "accounts_by_company" ON "accounts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "identity_state_by_grant" ON "identity_state" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_state_by_uid" ON "identity_state" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_state_by_expiry" ON "identity_state" USING btree ("expires_at");