-- Merge most of the pending entries before the indexes are locked.
SELECT gin_clean_pending_list('job_search_by_heading'), gin_clean_pending_list('job_search_by_words');--> statement-breakpoint
ALTER INDEX "job_search_by_heading" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "job_search_by_words" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('job_search_by_heading'), gin_clean_pending_list('job_search_by_words');
