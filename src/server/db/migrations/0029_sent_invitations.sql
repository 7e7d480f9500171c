CREATE TABLE "sent_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid,
	"invited_by" text,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_invitations_email" CHECK (length("sent_invitations"."email") <= 254)
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "invited_by" text;--> statement-breakpoint
ALTER TABLE "sent_invitations" ADD CONSTRAINT "sent_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_invitations" ADD CONSTRAINT "sent_invitations_invited_by_accounts_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_invitations_by_company" ON "sent_invitations" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "sent_invitations_by_inviter" ON "sent_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "sent_invitations_by_email" ON "sent_invitations" USING btree ("email");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_accounts_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_by_inviter" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
-- Who may no longer invite loses their open invitations: a former owner, and a former site admin, who may be an owner of
-- some companies. Otherwise people who were removed could return by their own invitations.
CREATE FUNCTION "end_invitations_of_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "invitations" WHERE "invited_by" = OLD."account_id" AND "company_id" = OLD."company_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "withdraw_delete" AFTER DELETE ON "memberships"
	FOR EACH ROW EXECUTE FUNCTION "end_invitations_of_member"();--> statement-breakpoint
CREATE TRIGGER "withdraw_update" AFTER UPDATE ON "memberships" FOR EACH ROW
	WHEN (OLD."role" = 'owner' AND NEW."role" <> 'owner')
	EXECUTE FUNCTION "end_invitations_of_member"();--> statement-breakpoint
CREATE FUNCTION "end_invitations_of_site_admin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "invitations" WHERE "invited_by" = NEW."id" AND NOT EXISTS (
		SELECT FROM "memberships" WHERE "account_id" = NEW."id"
			AND "memberships"."company_id" = "invitations"."company_id" AND "role" = 'owner'
	);
	RETURN NULL;
END $$;--> statement-breakpoint
-- Triggers run in the order of their names, so this one sees what "membership_update" has changed.
CREATE TRIGGER "withdraw_update" AFTER UPDATE ON "accounts" FOR EACH ROW
	WHEN (OLD."role" = 'siteadmin' AND NEW."role" <> 'siteadmin')
	EXECUTE FUNCTION "end_invitations_of_site_admin"();
