CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_by_token" UNIQUE("token_digest"),
	CONSTRAINT "invitations_once" UNIQUE("company_id","email"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'editor')),
	CONSTRAINT "invitations_email" CHECK (length("invitations"."email") <= 254)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"company_id" uuid NOT NULL,
	"role" text DEFAULT 'owner' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_once" UNIQUE("account_id","company_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'editor'))
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_kind";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_by_company" ON "memberships" USING btree ("company_id");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_kind" CHECK ("audit_events"."kind" in ('job', 'company', 'account', 'membership', 'mail'));--> statement-breakpoint
-- Everyone who acts for a company becomes an owner of its team.
INSERT INTO "memberships" ("account_id", "company_id")
	SELECT "id", "company_id" FROM "accounts" WHERE "company_id" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "memberships"
	FOR EACH ROW EXECUTE FUNCTION "write_audit_event"('membership');--> statement-breakpoint
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "memberships"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_truncate"();--> statement-breakpoint
-- A role that is assigned makes or ends memberships: a company admin is a member of the company, and a person without a
-- role is a member of none.
CREATE FUNCTION "follow_role"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."company_id" IS NOT NULL THEN
		INSERT INTO "memberships" ("account_id", "company_id") VALUES (NEW."id", NEW."company_id")
			ON CONFLICT DO NOTHING;
	ELSIF NEW."role" = 'user' THEN
		DELETE FROM "memberships" WHERE "account_id" = NEW."id";
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "membership_insert" AFTER INSERT ON "accounts"
	FOR EACH ROW WHEN (NEW."company_id" IS NOT NULL) EXECUTE FUNCTION "follow_role"();--> statement-breakpoint
CREATE TRIGGER "membership_update" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" <> NEW."role" OR OLD."company_id" IS DISTINCT FROM NEW."company_id")
	EXECUTE FUNCTION "follow_role"();--> statement-breakpoint
-- A person with memberships acts for one of the companies. Site admins act for all companies, so nothing changes for them.
CREATE FUNCTION "follow_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	next uuid;
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE "accounts" SET "role" = 'companyadmin', "company_id" = NEW."company_id", "updated_at" = now()
			WHERE "id" = NEW."account_id" AND "role" = 'user';
	ELSE
		SELECT "company_id" INTO next FROM "memberships" WHERE "account_id" = OLD."account_id"
			ORDER BY "created_at", "id" LIMIT 1;
		UPDATE "accounts" SET "role" = CASE WHEN next IS NULL THEN 'user' ELSE 'companyadmin' END,
				"company_id" = next, "updated_at" = now()
			WHERE "id" = OLD."account_id" AND "company_id" = OLD."company_id";
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "role" AFTER INSERT OR DELETE ON "memberships"
	FOR EACH ROW EXECUTE FUNCTION "follow_membership"();
