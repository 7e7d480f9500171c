CREATE TABLE "account_deletions" (
	"digest" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"copied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "actors" (
	"key" text PRIMARY KEY DEFAULT 'actor-' || gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	CONSTRAINT "actors_account_id_unique" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "data_export_parts" (
	"export_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "data_export_parts_export_id_number_pk" PRIMARY KEY("export_id","number")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "data_exports_once" UNIQUE("account_id"),
	CONSTRAINT "data_exports_state" CHECK ("data_exports"."state" in ('preparing', 'ready', 'failed')),
	CONSTRAINT "data_exports_expiry" CHECK (("data_exports"."expires_at" is not null) = ("data_exports"."state" = 'ready'))
);
--> statement-breakpoint
ALTER TABLE "data_export_parts" ADD CONSTRAINT "data_export_parts_export_id_data_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."data_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_deletions_not_copied" ON "account_deletions" USING btree ("deleted_at") WHERE "account_deletions"."copied_at" is null;--> statement-breakpoint
-- Before the event of an account with a role, and before those of its memberships: triggers run in the order of their names.
CREATE FUNCTION "add_actor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "actors" ("account_id") VALUES (NEW."id") ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "actor_insert" AFTER INSERT ON "accounts"
	FOR EACH ROW EXECUTE FUNCTION "add_actor"();--> statement-breakpoint
-- At the end of the transaction, because the events of the deletion still name the key.
CREATE FUNCTION "forget_actor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "actors" WHERE "account_id" = OLD."id"
		AND NOT EXISTS (SELECT FROM "accounts" WHERE "id" = OLD."id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "forget_actor" AFTER DELETE ON "accounts" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION "forget_actor"();--> statement-breakpoint
-- The key of an account. An account that does not exist gets a key that nothing maps to it.
CREATE FUNCTION "actor_key"("account" text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT "key" FROM "actors" WHERE "account_id" = "account"), 'actor-' || gen_random_uuid())
$$;--> statement-breakpoint
-- Whether a program made a change. The names are those in src/server/db/with-actor.ts. The actor is empty if the change
-- came from outside the board.
CREATE FUNCTION "is_program"("actor" text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT "actor" IN ('', 'npm run account', 'npm run audit', 'npm run import', 'npm run board -- setup',
		'npm run board -- mail', 'npm run board -- company', 'npm run restore', 'demo data', 'last day', 'renewal link')
$$;--> statement-breakpoint
-- Replaces the account ids in new events by keys. The commands of the previous version name account ids, too.
CREATE FUNCTION "use_actor_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	person text := coalesce(NEW."after", NEW."before") ->> 'account_id';
BEGIN
	IF NOT "is_program"(NEW."actor") THEN
		NEW."actor" := "actor_key"(NEW."actor");
	END IF;
	IF NEW."kind" = 'account' THEN
		NEW."thing_id" := "actor_key"(NEW."thing_id");
	ELSIF NEW."kind" IN ('membership', 'claim') AND person IS NOT NULL THEN
		person := "actor_key"(person);
		NEW."before" := NEW."before" || jsonb_build_object('account_id', person);
		NEW."after" := NEW."after" || jsonb_build_object('account_id', person);
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "actor_keys" BEFORE INSERT ON "audit_events"
	FOR EACH ROW EXECUTE FUNCTION "use_actor_keys"();--> statement-breakpoint
-- The events until now. Deleted accounts get keys that nothing maps to them.
CREATE TEMPORARY TABLE "keys_of_people" ON COMMIT DROP AS
	SELECT "id", 'actor-' || gen_random_uuid() AS "key" FROM (
		SELECT "id" FROM "accounts"
		UNION SELECT "actor" FROM "audit_events" WHERE NOT "is_program"("actor")
		UNION SELECT "thing_id" FROM "audit_events" WHERE "kind" = 'account'
		UNION SELECT coalesce("after", "before") ->> 'account_id' FROM "audit_events"
			WHERE "kind" IN ('membership', 'claim') AND coalesce("after", "before") ->> 'account_id' IS NOT NULL
	) AS "people";--> statement-breakpoint
INSERT INTO "actors" ("key", "account_id")
	SELECT "key", "id" FROM "keys_of_people" WHERE "id" IN (SELECT "id" FROM "accounts");--> statement-breakpoint
ALTER TABLE "audit_events" DISABLE TRIGGER "append_only";--> statement-breakpoint
UPDATE "audit_events" SET
	"actor" = coalesce("by"."key", "audit_events"."actor"),
	"thing_id" = coalesce("thing"."key", "audit_events"."thing_id"),
	"before" = CASE WHEN "person"."key" IS NULL THEN "audit_events"."before"
		ELSE "audit_events"."before" || jsonb_build_object('account_id', "person"."key") END,
	"after" = CASE WHEN "person"."key" IS NULL THEN "audit_events"."after"
		ELSE "audit_events"."after" || jsonb_build_object('account_id', "person"."key") END
FROM "audit_events" AS "event"
	LEFT JOIN "keys_of_people" AS "by" ON "by"."id" = "event"."actor" AND NOT "is_program"("event"."actor")
	LEFT JOIN "keys_of_people" AS "thing" ON "thing"."id" = "event"."thing_id" AND "event"."kind" = 'account'
	LEFT JOIN "keys_of_people" AS "person" ON "event"."kind" IN ('membership', 'claim')
		AND "person"."id" = coalesce("event"."after", "event"."before") ->> 'account_id'
WHERE "event"."id" = "audit_events"."id"
	AND coalesce("by"."key", "thing"."key", "person"."key") IS NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE TRIGGER "append_only";
