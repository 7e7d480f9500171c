CREATE INDEX "audit_events_by_kind" ON "audit_events" USING btree ("kind","action","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_of_people" ON "audit_events" USING btree ("kind","action","at","id") WHERE "audit_events"."actor" like 'actor-%';--> statement-breakpoint
CREATE INDEX "audit_events_by_actor" ON "audit_events" USING btree ("actor","kind","action","at","id");