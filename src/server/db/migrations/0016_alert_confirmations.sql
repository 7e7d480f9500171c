CREATE TABLE "alert_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_addresses" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_addresses" ADD COLUMN "link_secret" text NOT NULL;--> statement-breakpoint
CREATE INDEX "alert_confirmations_by_network" ON "alert_confirmations" USING btree ("network");